// SPDX-License-Identifier: GPL-3.0-or-later
#include "session/player.h"

#include "session/store.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace phasor {

namespace {

constexpr int kPicture = 33; // ms from one picture to the next
constexpr int kCalmPicture = 1000;
constexpr double kLongest = 1; // seconds between two pictures; a computer that slept does not jump

} // namespace

Player::Player(const Store& store, std::function<bool()> ready, QObject* parent)
    : QObject(parent)
    , m_store(store)
    , m_ready(std::move(ready))
{
    connect(&m_tick, &QTimer::timeout, this, &Player::tick);
}

void Player::play(double seconds, Way way, double from)
{
    m_seconds = seconds;
    m_way = way;
    m_time = from * seconds;
    go(true);
    emit moved(from);
}

void Player::stop()
{
    m_time = 0;
    go(false);
}

double Player::end() const
{
    return m_way == Way::Again ? std::numeric_limits<double>::infinity()
                               : m_seconds * (m_way == Way::ThereAndBack ? 2 : 1);
}

void Player::go(bool playing)
{
    m_since.start();
    playing ? m_tick.start(m_store.reducesMotion() ? kCalmPicture : kPicture) : m_tick.stop();
    emit changed();
}

void Player::tick()
{
    if (!m_ready())
        return;
    m_time = std::min(end(), m_time + std::min(kLongest, static_cast<double>(m_since.restart()) / 1000));
    const double way = m_time / m_seconds;
    const bool ends = m_time >= end();
    emit moved(m_way == Way::Again ? way - std::floor(way) : way > 1 ? 2 - way : way);
    if (ends)
        pause();
}

} // namespace phasor
