// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "pipeline/parameters/parameters.h"
#include "plots/plot.h"
#include "views/questions/answers.h"

#include <QWidget>

#include <optional>

class QLabel;
class QPushButton;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace phasor {

namespace words {
struct Answer;
}

class Store;
class Workbench;
enum class ViewPlace;

// A side panel: five questions, answered with the numbers of the present setups, one open at a time. Under an open
// question are the finding, a small picture of the view that shows it, its numbers, changes to try in B, and claims.
// GUI thread only.
class AnswersPage : public QWidget
{
    Q_OBJECT

public:
    AnswersPage(Store& store, QWidget* parent);

    // Nullopt while the panel is closed, so that nothing is computed.
    std::optional<ViewRequest> request(const ViewState&) const
    {
        return isVisible() ? std::optional<ViewRequest>(AnswersRequest{}) : std::nullopt;
    }
    void show(const ViewDataPtr& shown);
    void setReason(const QString& reason);
    void setBusy(bool busy); // the numbers are rough or old
    // The same for the picture of the open question.
    std::optional<ViewRequest> pictureRequest(const Scene& scene, const ViewState& view);
    void showPicture(const ViewDataPtr& shown);

    void joinTo(Workbench& workbench, ViewPlace place);
    void setTheme(const Theme& theme);
    void setOpen(bool open); // shows the panel, or hides it

signals:
    void viewRequested(const QString& plot);
    void changed(); // opened or closed, another question or size: request() has another value
    void trainingRequested(const QString& vary); // "scale=none,sqrt-d-model"
    void replacedB(); // one that was not made here

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* makeHead();
    QWidget* makeBody();
    void openQuestion(Question question);
    void fill();
    void fillTable(const words::Answer& answer);
    void showTrials(const std::vector<Trial>& trials);
    void tryInB(const Trial& trial);
    void share();
    FigureFrame frame() const;

    Store& m_store;
    Question m_question = Question::DropoutOnSum;
    std::shared_ptr<const AnswersData> m_data;
    std::vector<Trial> m_trials; // shown as buttons now
    std::optional<Parameters> m_tried; // the last B that a button made
    std::unique_ptr<Plot> m_plot; // draws the picture, is never shown
    ViewDataPtr m_shown; // data of the picture; null: none
    QSize m_pictureSize{200, 120}; // pixels of the screen
    bool m_pictured = true; // false: on a stage, next to the view
    Theme m_theme = Theme::light();

    std::array<QToolButton*, kQuestions.size()> m_heads{};
    QScrollArea* m_area;
    QVBoxLayout* m_column; // heads, and the body below the open one
    QLabel* m_subject = nullptr;
    QWidget* m_body = nullptr;
    QLabel* m_finding = nullptr;
    QLabel* m_picture = nullptr;
    QLabel* m_table = nullptr;
    QVBoxLayout* m_trialButtons = nullptr;
    QPushButton* m_train = nullptr;
    QPushButton* m_view = nullptr;
    QLabel* m_notes = nullptr;
    QToolButton* m_claimsHead = nullptr;
    QLabel* m_claims = nullptr;
};

} // namespace phasor
