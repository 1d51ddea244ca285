// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "plots/canvas/canvasplot_p.h"
#include "plots/canvas/lines/linechart_p.h"
#include "plots/canvas/maps/heatmapplottable_p.h"
#include "views/questions/training.h"

#include <QCoreApplication>
#include <QTimer>

#include <array>

class QToolButton;

namespace phasor {

class TrainingMenu;

// Tiny transformers that learn: accuracy and loss by step, accuracy by position and by length, and the attention of a
// sentence that is not trained on, which plays. The space bar starts and pauses.
class TrainingPlot : public CanvasPlot
{
    Q_DECLARE_TR_FUNCTIONS(TrainingPlot)

public:
    TrainingPlot(Store& store, QWidget* parent);
    ~TrainingPlot() override;

protected:
    ViewRequest requestAt(const ViewState& view, Resolution resolution) const override;
    void showData(const ViewDataPtr& data) override;
    void showCursor(const Cursor&) override { }
    void applyTheme() override;
    void viewChanged() override;
    std::optional<Cursor> cursorAt(const QPoint&) const override { return std::nullopt; }
    void keyPressEvent(QKeyEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    bool fold() override;
    QString widestValue() const override { return QStringLiteral("−0.75"); }

private:
    static constexpr int kColumns = 3;
    std::array<std::array<QCPAxisRect*, 2>, kColumns> chartRects() const;
    void arrange();
    void placeCharts();
    QToolButton* makeButton(const char* name, const QString& help);
    void makeButtons();
    void setPhase(TrainingChoice::Phase phase);
    void startOrPause();
    void setPlaying(bool playing);
    void nextFrame();
    void showLines();
    void addBand(std::vector<ChartLine>& lines, const std::vector<double>& x, const BandCurve& curve, const QPen& pen,
                 const QString& name) const;
    void showAttention();
    QPen penOf(std::size_t variant) const;

    std::shared_ptr<const TrainingData> m_data;
    LineChart m_accuracy;
    LineChart m_loss;
    LineChart m_byPosition;
    LineChart m_byLength;
    LineChart m_norms;
    QCPAxisRect* m_mapRect; // of the attention; the layout's own, as is the key
    HeatmapPlottable* m_map; // the canvas's own
    KeyRow* m_key;
    QCPLayoutGrid* m_charts; // of the layout
    int m_columns = kColumns; // as many as there is room for
    int m_rows = 2;
    QToolButton* m_start = nullptr;
    QToolButton* m_stop = nullptr;
    QToolButton* m_more = nullptr;
    QToolButton* m_play = nullptr;
    QTimer m_tick;
    std::int64_t m_frame = -1;
};

} // namespace phasor
