// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "encodings/sinusoidal/settings.h"
#include "field/matrixfield.h"
#include "pipeline/pipeline.h"

#include <QtGlobal>

#include <cstring>

// Helpers for tests of pipelines.
namespace phasor {

// Access to the sinusoid's own settings: own(p)->base = 100;
class OwnSettings
{
public:
    explicit OwnSettings(Parameters& parameters)
        : m_parameters(parameters)
        , m_settings(parameters.encoding.own.as<SinusoidalSettings>())
    {
    }
    OwnSettings(const OwnSettings&) = delete;
    OwnSettings& operator=(const OwnSettings&) = delete;
    ~OwnSettings() { m_parameters.encoding.own = m_settings; }
    SinusoidalSettings* operator->() { return &m_settings; }

private:
    Parameters& m_parameters;
    SinusoidalSettings m_settings;
};

inline OwnSettings own(Parameters& parameters)
{
    return OwnSettings(parameters);
}

// The pipeline of these parameters, made with an empty cache.
inline Result<PipelinePtr> tried(const Parameters& p, const CancelToken& cancel = {})
{
    PipelineCache cache;
    return Pipeline::make(p, cache, cancel);
}

// The pipeline of parameters that must be valid.
inline PipelinePtr made(const Parameters& p, PipelineCache& cache)
{
    const Result<PipelinePtr> pipeline = Pipeline::make(p, cache);
    if (!pipeline.ok())
        qFatal("%s", toString(pipeline.error()).c_str());
    return *pipeline;
}

inline PipelinePtr made(const Parameters& p)
{
    PipelineCache cache;
    return made(p, cache);
}

inline const Result<FieldPtr>& fieldOf(const PipelinePtr& pipeline, std::string_view node)
{
    const NodePtr found = pipeline->find(node);
    if (!found)
        qFatal("no node %s", std::string(node).c_str());
    return found->field; // valid as long as the pipeline
}

inline Matrix valuesOf(const PipelinePtr& pipeline, std::string_view node)
{
    Matrix values;
    const FieldPtr field = *fieldOf(pipeline, node);
    materialize(*field, whole(field->shape()), values);
    return values;
}

inline bool sameBits(const Matrix& a, const Matrix& b)
{
    return a.shape() == b.shape()
        && std::memcmp(a.data(), b.data(), static_cast<std::size_t>(a.rows() * a.cols()) * sizeof(float)) == 0;
}

} // namespace phasor
