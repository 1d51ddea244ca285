// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/guarded.h"

#include <new>
#include <string_view>
#include <system_error>

namespace phasor {

namespace {

Error internalError(std::string_view what)
{
    return Error{.kind = ErrorKind::Internal,
                 .code = "INTERNAL",
                 .where = Message::verbatim("phasor"),
                 .what = WORDS("a fault of the program: %1").with(what),
                 .remedy = WORDS("please report it with what you did")};
}

Error noThread()
{
    return Error{.kind = ErrorKind::Resource,
                 .code = "THREADS",
                 .where = WORDS("threads"),
                 .what = WORDS("no thread can be made for this"),
                 .remedy = WORDS("end other programs, or raise the limit (ulimit -u)")};
}

// What oneTBB throws where a worker cannot be made: a std::runtime_error that only its text tells from others.
bool isOfMissingThread(const std::exception& error)
{
    return std::string_view(error.what()).starts_with("pthread_create");
}

} // namespace

Error errorOf(const std::exception_ptr& exception)
{
    try {
        std::rethrow_exception(exception);
    } catch (const std::bad_alloc&) {
        return Error{.kind = ErrorKind::Resource,
                     .code = "MEMORY",
                     .where = WORDS("memory"),
                     .what = WORDS("there is not enough of it"),
                     .remedy = WORDS("ask for a smaller table or figure, or for a window of it")};
    } catch (const std::system_error& error) {
        if (error.code() != std::errc::resource_unavailable_try_again) // what std::thread throws
            return internalError(error.what());
        return noThread();
    } catch (const std::exception& error) {
        return isOfMissingThread(error) ? noThread() : internalError(error.what());
    } catch (...) {
        return internalError("an exception of unknown type");
    }
}

} // namespace phasor
