// SPDX-License-Identifier: GPL-3.0-or-later
#include "inputs/matrix/arrayfile.h"

#include "inputs/matrix/csvreader.h"
#include "inputs/matrix/ziparchive.h"
#include "text/words.h"

#include <algorithm>
#include <array>

namespace phasor {

namespace {

using Found = Result<FoundMatrix>;

bool says(const std::string& name, MatrixRole role)
{
    constexpr std::array kEmbedding{"wte", "embed_tokens", "word_embeddings"};
    constexpr std::array kPositions{"wpe", "position_embeddings"};
    const auto contains = [&](const char* word) {
        return name.find(word) != std::string::npos;
    };
    return role == MatrixRole::Embedding ? std::ranges::any_of(kEmbedding, contains)
                                         : std::ranges::any_of(kPositions, contains);
}

bool isMatrix(const Tensor& tensor)
{
    return tensor.shape.size() == 2 && tensor.shape[0] > 0 && tensor.shape[1] > 0;
}

// Whether the array is a matrix that can be read; the Error says why not.
Status checkMatrix(const Tensor& tensor)
{
    const std::vector<std::int64_t>& shape = tensor.shape;
    const std::string said = "[" + listed(shape, [](std::int64_t size) { return std::to_string(size); }) + "]";
    const auto refused = [&](const char* code, Message what, Message remedy) {
        return inputError(code, tensor.offset, inQuotes(tensor.name), std::move(what), std::move(remedy));
    };
    if (std::ranges::find(shape, 0) != shape.end())
        return refused("EMPTY", WORDS("the array of shape %1 has no elements").with(said),
                       WORDS("name another one with #NAME"));
    if (shape.size() != 2)
        return refused("RANK", WORDS("the array has the shape %1, a matrix has 2 dimensions").with(said),
                       shape.size() == 3 && shape[0] == 1
                           ? WORDS("save a[0]")
                           : WORDS("save it as a matrix, for example a.reshape(-1, d_model)"));
    if (!tensor.format)
        return refused("DTYPE", WORDS("numbers of type %1 cannot be read").with(inQuotes(tensor.type)),
                       WORDS("convert the array to float32"));
    return Done{};
}

// Index of the array that is meant. `arrays` may have other shapes, too.
Result<std::size_t> choose(const std::vector<Tensor>& arrays, const WantedMatrix& wanted,
                           std::vector<Warning>& warnings)
{
    if (!wanted.name.array.empty()) {
        const auto named = std::ranges::find(arrays, wanted.name.array, &Tensor::name);
        if (named == arrays.end())
            return inputError("NAME", 0, inQuotes(wanted.name.array),
                              WORDS("the file has no array of this name, but %1 others").with(arrays.size()),
                              arrays.empty() ? Message()
                                             : WORDS("its first is %1").with(inQuotes(arrays.front().name)));
        return static_cast<std::size_t>(named - arrays.begin());
    }
    if (arrays.empty())
        return inputError("EMPTY", 0, {}, WORDS("the file has no array"), WORDS("name a file that has one"));
    const auto fits = [&](const Tensor& tensor) {
        return isMatrix(tensor) && says(tensor.name, wanted.role);
    };
    auto found = std::ranges::find_if(arrays, fits);
    if (found == arrays.end())
        found = std::ranges::find_if(arrays, isMatrix);
    if (found == arrays.end())
        return std::size_t{0}; // is refused
    if (const auto others = std::ranges::count_if(arrays, isMatrix) - 1; others > 0)
        warnings.push_back({"SEVERAL",
                            WORDS("%1 was taken of %2 matrices; name another one with #NAME")
                                .with(inQuotes(found->name), others + 1)});
    return static_cast<std::size_t>(found - arrays.begin());
}

Found findInSafetensors(const InputFile& file, const WantedMatrix& wanted)
{
    TRY(TensorList list, readSafetensorsHeader(file));
    TRY(const std::size_t index, choose(list.tensors, wanted, list.warnings));
    const Tensor& tensor = list.tensors[index];
    TRY_DONE(checkMatrix(tensor));
    return FoundMatrix{
        .file = file,
        .layout = {.shape = {tensor.shape[0], tensor.shape[1]}, .format = *tensor.format, .offset = tensor.offset},
        .origin = {.format = ArrayOrigin::Format::Safetensors, .array = tensor.name, .type = tensor.type},
        .warnings = std::move(list.warnings)};
}

// The arrays of an archive, by the beginnings of its members.
Result<std::vector<Tensor>> arraysOf(const InputFile& file, const ZipDirectory& directory)
{
    std::vector<Tensor> arrays;
    for (const ZipMember& member : directory.members) {
        TRY(const InputFile head, headOfZipMember(file, member));
        Result<Tensor> tensor = describeNpy(head);
        if (!tensor.ok())
            tensor = Tensor{};
        tensor->name = member.name;
        tensor->offset = static_cast<std::int64_t>(member.offset);
        arrays.push_back(std::move(*tensor));
    }
    return arrays;
}

Found findInZip(const InputFile& file, const WantedMatrix& wanted)
{
    TRY(ZipDirectory directory, readZipDirectory(file));
    std::size_t index = 0;
    if (directory.members.size() > 1 || !wanted.name.array.empty()) {
        TRY(const std::vector<Tensor> arrays, arraysOf(file, directory));
        TRY(index, choose(arrays, wanted, directory.warnings));
    }
    const ZipMember& member = directory.members[index];
    TRY(InputFile bytes, openZipMember(file, member, wanted.control));
    const Result<MatrixLayout> layout = readNpyHeader(bytes, wanted.content);
    if (!layout.ok()) {
        Error error = layout.error();
        error.field = inQuotes(member.name) + (error.field.empty() ? "" : ", " + error.field);
        if (!member.deflated())
            error.offset = static_cast<std::int64_t>(member.offset) + error.offset.value_or(0);
        return error;
    }
    FoundMatrix found{.file = std::move(bytes),
                      .layout = *layout,
                      .origin = {.format = ArrayOrigin::Format::Npz, .array = member.name},
                      .warnings = std::move(directory.warnings)};
    if (!member.deflated())
        found.check = std::bind_front(checkZipMember, file, member);
    return found;
}

Found findNpy(const InputFile& file, const WantedMatrix& wanted)
{
    TRY(const MatrixLayout layout, readNpyHeader(file, wanted.content));
    FoundMatrix found{.file = file, .layout = layout};
    if (file.size() > layout.end())
        found.warnings.push_back({"TRAILING",
                                  WORDS("%1 bytes after the data, from byte %2 on, are ignored")
                                      .with(grouped(file.size() - layout.end()), layout.end())});
    return found;
}

Found findInText(const InputFile& file, const WantedMatrix& wanted)
{
    TRY(CsvTable table, readCsv(file, wanted.control));
    FoundMatrix found{.file = file,
                      .layout = {.shape = table.values.shape(), .format = {}},
                      .origin = table.origin,
                      .warnings = std::move(table.warnings)};
    found.text = std::make_shared<CsvTable>(std::move(table));
    return found;
}

struct Format
{
    std::string_view extension;
    bool (*looksLike)(std::string_view head); // null: everything
    Found (*find)(const InputFile&, const WantedMatrix&);
};

constexpr Format kFormats[] = {
    {".npy", looksLikeNpy, findNpy},
    {".npz", looksLikeZip, findInZip},
    {".safetensors", looksLikeSafetensors, findInSafetensors},
    {".csv", nullptr, findInText},
    {".tsv", nullptr, findInText},
};

Result<const Format*> formatOf(const InputFile& file)
{
    constexpr std::size_t kFirstBytes = 16;
    TRY(const std::string head, file.head(kFirstBytes));
    return std::ranges::find_if(kFormats,
                                [&](const Format& format) { return !format.looksLike || format.looksLike(head); });
}

} // namespace

MatrixName matrixName(const std::string& name)
{
    const std::size_t at = name.rfind('#');
    if (at == std::string::npos || identityOf(name))
        return {name, {}};
    return {name.substr(0, at), name.substr(at + 1)};
}

Result<FoundMatrix> findMatrix(const InputFile& file, const WantedMatrix& wanted)
{
    TRY_DONE(refuseWrongFileKind(file));
    TRY(const Format* format, formatOf(file));
    Found found = format->find(file, wanted);
    if (found.ok() || found.error().kind != ErrorKind::Input)
        return found;
    const auto* said = std::ranges::find_if(
        kFormats, [&](const Format& other) { return wanted.name.path.ends_with(other.extension); });
    if (said != std::end(kFormats) && said != format)
        return said->find(file, wanted);
    if (said == std::end(kFormats) && found.error().code == "BINARY")
        return inputError("MAGIC", 0, {}, WORDS("the file is not .npy, .npz, .safetensors or text"),
                          WORDS("name a file of numbers"));
    return found;
}

bool canBeRead(const Tensor& tensor)
{
    return checkMatrix(tensor).ok();
}

Result<std::vector<Tensor>> listArrays(const std::string& path, MatrixRole role)
{
    const auto list = [&]() -> Result<std::vector<Tensor>> {
        TRY(const InputFile file, InputFile::open(path));
        TRY(const Format* format, formatOf(file));
        std::vector<Tensor> arrays;
        if (format->looksLike == looksLikeSafetensors) {
            TRY(TensorList read, readSafetensorsHeader(file));
            arrays = std::move(read.tensors);
        } else if (format->looksLike == looksLikeZip) {
            TRY(const ZipDirectory directory, readZipDirectory(file));
            TRY(arrays, arraysOf(file, directory));
        }
        std::ranges::stable_sort(arrays, {}, [&](const Tensor& tensor) {
            return !isMatrix(tensor) ? 2 : says(tensor.name, role) ? 0 : 1;
        });
        return arrays;
    };
    Result<std::vector<Tensor>> arrays = list();
    return arrays.ok() ? arrays : inFile(path, arrays.error());
}

} // namespace phasor
