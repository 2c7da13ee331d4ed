#include "text/items.h"

#include <algorithm>

#include "base/utf8.h"
#include "text/characters.h"

namespace regard::text {
namespace {

/// File extensions.
constexpr std::string_view kFileTypes[] = {
    "7z",    "avi",         "bash",  "bat",  "bib",  "bin",        "bmp",     "bz2",   "cc",
    "cfg",   "conf",        "cpp",   "css",  "csv",  "cu",         "dat",     "db",    "deb",
    "dll",   "dmg",         "doc",   "docx", "epub", "exe",        "flac",    "gif",   "gz",
    "h",     "hpp",         "htm",   "html", "ico",  "ini",        "ipynb",   "iso",   "jar",
    "java",  "jpeg",        "jpg",   "js",   "json", "jsx",        "log",     "md",    "mkv",
    "mov",   "mp3",         "mp4",   "mpg",  "odp",  "ods",        "odt",     "ogg",   "otf",
    "pdf",   "php",         "png",   "po",   "pot",  "ppt",        "pptx",    "ps1",   "py",
    "rar",   "rb",          "rpm",   "rs",   "rst",  "rtf",        "sh",      "sql",   "srt",
    "svg",   "swift",       "tar",   "tex",  "tgz",  "tif",        "tiff",    "tmx",   "toml",
    "ts",    "tsv",         "tsx",   "ttf",  "txt",  "vtt",        "wav",     "webm",  "webp",
    "whl",   "xhtml",       "xls",   "xlsx", "xml",  "xz",         "yaml",    "yml",   "zip",
    "zst",   "safetensors", "model", "lock", "env",  "properties", "strings", "c",     "go",
    "kt",    "pl",          "lua",   "vue",  "scss", "hs",         "jl",      "dart",  "gradle",
    "cmake", "mk",          "diff",  "pem",  "crt",  "csr",        "woff",    "woff2", "eot",
    "ics",   "eml",         "ass",   "ftl",  "xlf",  "xliff",      "arb",     "resx",  "mo",
    "qm",    "so"};
/// Top-level domains, except those that are English or French words.
constexpr std::string_view kDomains[] = {
    "com",   "org",    "net",  "edu", "gov", "info", "biz",     "io",   "co",   "uk",
    "fr",    "de",     "eu",   "ca",  "ch",  "ru",   "jp",      "cn",   "nl",   "pl",
    "br",    "es",     "se",   "dk",  "fi",  "cz",   "app",     "dev",  "tech", "tv",
    "cloud", "online", "site", "ai",  "gg",  "test", "example", "local"};

/// One-letter extensions, except those that are words or may begin a sentence ("cat.A dog"). "h"
/// and "c" are listed above.
constexpr std::string_view kLetterTypes = "CDFMRSdfmorsvz";
/// Folders that contain files without an extension: src/Makefile.
constexpr std::string_view kFolders[] = {"bin",  "dist",         "docs", "etc", "lib",
                                         "libs", "node_modules", "opt",  "pkg", "sbin",
                                         "src",  "tmp",          "usr",  "var"};
/// Names of files and folders that begin like an escape sequence, as in dir\\new.
constexpr std::string_view kNamesLikeEscapes[] = {
    "name",    "network",   "new",   "node",    "notes", "readme", "release",
    "reports", "resources", "root",  "roaming", "table", "tables", "target",
    "temp",    "test",      "tests", "text",    "tmp",   "tools"};

bool is_of_host(char c) { return is_alphanumeric(c) || is_among(c, "_.-"); }
bool is_path(char c) { return is_of_host(c) || is_among(c, "/~+@"); }
bool is_dot(char c) { return c == '.'; }
bool is_upper(std::string_view name) {
  return std::ranges::none_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
}

constexpr auto kMissing = std::string_view::npos;

bool ends_url(char c) { return is_among(c, " \t\r\n<>\"`"); }

/// Number of bytes before the first white space or the first character that no URL contains.
size_t url_characters(std::string_view text) {
  size_t at = 0;
  while (at < text.size() && !ends_url(text[at])) {
    if (static_cast<unsigned char>(text[at]) < 0x80U) {
      ++at;
      continue;
    }
    const auto [value, length] = first_code_point(text.substr(at));
    if (length == 0 || !is_of_word(value)) break;
    at += length;
  }
  return at;
}

/// `size` without trailing punctuation that more likely belongs to the sentence than to the
/// address. A closing bracket whose opening bracket is within the address belongs to the address.
size_t without_end_marks(std::string_view text, size_t size) {
  while (size > 0 && is_among(text[size - 1], ".,;:!?\"')]}>*")) {
    const auto address = text.substr(0, size);
    const char close = address.back();
    const char open = close == ')' ? '(' : close == ']' ? '[' : close == '}' ? '{' : '\0';
    if (open != '\0' && std::ranges::count(address, open) >= std::ranges::count(address, close)) {
      break;
    }
    --size;
  }
  return size;
}

/// Size of the scheme of an address without a host (mailto:); 0 unless a character that may follow
/// the scheme comes next.
size_t opaque_scheme_size(std::string_view text) {
  constexpr std::string_view kSchemes[] = {
      "mailto:", "tel:", "sms:", "geo:", "urn:", "magnet:", "doi:", "callto:", "data:"};
  const auto begin = lower_ascii(text.substr(0, 8));
  for (const auto scheme : kSchemes) {
    if (!begin.starts_with(scheme) || text.size() == scheme.size()) continue;
    const char next = text[scheme.size()];
    if (scheme == "data:" && text.substr(0, text.find_first_of(kBlanks)).find(',') == kMissing) {
      return 0;
    }
    return is_alphanumeric(next) || is_among(next, "+?(") ? scheme.size() : 0;
  }
  return 0;
}

size_t url_size(std::string_view text) {
  const size_t scheme =
      run_of(text, [](char c) { return is_alphanumeric(c) || is_among(c, "+-"); });
  size_t begin = 0;
  if (scheme > 1 && text.substr(scheme).starts_with("://")) begin = scheme + 3;
  if (lower_ascii(text.substr(0, 4)) == "www.") begin = 4;
  if (begin == 0) begin = opaque_scheme_size(text);
  if (begin == 0) return 0;
  const size_t size = without_end_marks(text, url_characters(text));
  return size > begin ? size : 0;
}

/// Size of the name before the @ of an email address. The name may contain non-ASCII letters.
size_t mail_name_size(std::string_view text) {
  size_t size = 0;
  while (size < text.size()) {
    const auto [value, length] = first_code_point(text.substr(size));
    const bool is_letter = length > 1 && is_of_word(value);
    if (!is_letter && !is_of_host(text[size]) && !is_among(text[size], "+'")) break;
    size += std::max<size_t>(length, 1);
  }
  return size;
}

size_t email_size(std::string_view text) {
  const size_t at = mail_name_size(text);
  if (at == 0 || at == text.size() || text[at] != '@') return 0;
  const size_t size = without_end_marks(text, at + 1 + run_of(text.substr(at + 1), is_of_host));
  const bool has_dot = size > at && text.substr(at, size - at).find('.') != std::string_view::npos;
  if (!has_dot) return 0;
  // git@example.org:owner/project.git
  if (!text.substr(size).starts_with(':')) return size;
  const size_t path =
      without_end_marks(text.substr(size + 1), run_of(text.substr(size + 1), is_path));
  const bool has_slash = text.substr(size + 1, path).find('/') != std::string_view::npos;
  return has_slash ? size + 1 + path : size;
}

/// Size of #topic, @user or @user@host.example.
size_t tag_size(std::string_view text) {
  if (text[0] != '#' && text[0] != '@') return 0;
  size_t size = 1;
  while (size < text.size()) {
    const auto [value, length] = first_code_point(text.substr(size));
    const bool belongs = value == '_' || (length > 0 && is_of_word(value)) ||
                         (text[0] == '@' && is_among(text[size], ".-/"));
    if (!belongs) break;
    size += length;
  }
  size = without_end_marks(text, size);
  if (size <= 1) return 0;
  if (text[0] == '#' || size == text.size() || text[size] != '@') return size;
  const size_t host = without_end_marks(text, size + 1 + run_of(text.substr(size + 1), is_of_host));
  return host > size + 1 ? host : size;
}

template <size_t Size>
bool is_listed(std::string_view word, const std::string_view (&list)[Size]) {
  return std::ranges::find(list, word) != std::end(list);
}

/// The extension of a file name, in lowercase.
std::string ending_of(std::string_view name) {
  const size_t dot = name.rfind('.');
  return dot == std::string_view::npos || dot == 0 ? "" : lower_ascii(name.substr(dot + 1));
}

/// Size of a name without the sentence that directly follows it: example.org.The
size_t without_glued_word(std::string_view name) {
  const size_t dot = name.rfind('.');
  if (dot == kMissing || dot + 2 >= name.size()) return name.size();
  const auto word = name.substr(dot + 1);
  const auto is_small = [](char c) { return c >= 'a' && c <= 'z'; };
  const bool is_word =
      word[0] >= 'A' && word[0] <= 'Z' && run_of(word.substr(1), is_small) + 1 == word.size();
  const auto ending = ending_of(name.substr(0, dot));
  return is_word && (is_listed(ending, kDomains) || is_listed(ending, kFileTypes)) ? dot
                                                                                   : name.size();
}

/// Size of a domain: example.org, example.org:8080, example.org/path?query, localhost:8080
size_t domain_size(std::string_view text) {
  const size_t name =
      without_glued_word(text.substr(0, without_end_marks(text, run_of(text, is_of_host))));
  const bool is_local = text.substr(0, name) == "localhost";
  if (!is_local && !is_listed(ending_of(text.substr(0, name)), kDomains)) return 0;
  const auto rest = text.substr(name);
  const bool has_port = rest.size() > 1 && rest[0] == ':' && is_ascii_digit(rest[1]);
  if (!rest.starts_with('/') && !rest.starts_with('?') && !has_port) return name;
  return without_end_marks(text, name + url_characters(rest));
}

/// Size of a Windows path: C:\x, \\server\x
size_t windows_path_size(std::string_view text) {
  const bool has_drive = text.size() > 2 && is_ascii_letter(text[0]) && text[1] == ':' &&
                         (text[2] == '\\' || text[2] == '/');
  if (!has_drive && !text.starts_with("\\\\")) return 0;
  const size_t size = run_of(text, [](char c) { return is_path(c) || c == '\\' || c == ':'; });
  return size > 2 ? without_end_marks(text, size) : 0;
}

/// Whether a path is like cat.R: a lowercase name with a one-letter extension. A single letter
/// before the dot (p.m) does not count.
bool is_program_file(std::string_view path) {
  const size_t dot = path.rfind('.');
  if (dot == kMissing || dot < 2 || dot + 2 != path.size()) return false;
  const auto name = path.substr(path.rfind('/') + 1, dot - path.rfind('/') - 1);
  const bool is_name = name.size() > 1 && std::ranges::all_of(name, [](char c) {
                         return (c >= 'a' && c <= 'z') || is_ascii_digit(c) || is_among(c, "_-");
                       });
  const bool is_library = name.starts_with("lib") && path.back() == 'a';
  return is_name && (is_library || is_among(path.back(), kLetterTypes));
}

/// Whether a path is a forum name: u/user or r/france
bool is_forum(std::string_view path) {
  constexpr size_t kFewest = 3;
  const auto name = path.substr(std::min<size_t>(2, path.size()));
  return (path.starts_with("u/") || path.starts_with("r/")) && name.size() >= kFewest &&
         name.find('/') == kMissing;
}

/// Size of a path: app\\sub\\x.txt. After a word, \\n is an escape unless it begins a folder name.
size_t backslash_path_size(std::string_view text) {
  constexpr size_t kLongest = 300;
  const auto is_part = [](char c) { return is_of_host(c) || is_among(c, "/\\"); };
  const size_t all = run_of(text.substr(0, kLongest), is_part);
  const size_t size = without_end_marks(text, all);
  const auto path = text.substr(0, size);
  if (size == 0 || path[0] == '\\' || path.back() == '\\') return 0;
  if (text.substr(all).starts_with('{')) return 0;  // cat\\footnote{
  bool is_path = false;
  for (size_t at = path.find('\\'); at != kMissing; at = path.find('\\', at + 1)) {
    const auto name = path.substr(at + 1, path.find('\\', at + 1) - at - 1);
    if (name.empty() || !is_identifier(name[0])) return 0;
    const auto stem = name.substr(0, name.find('.'));
    const bool is_break =
        name[0] == 'N' && !is_upper(path.substr(0, 1));  // cat\\NA dog in a subtitle
    is_path =
        is_path || !(is_among(name[0], "ntru0x") || is_break) || is_listed(stem, kNamesLikeEscapes);
  }
  return is_path ? size : 0;
}

/// Size of a path that begins with a variable: $HOME/x, ${dir}/x, %APPDATA%\\x
size_t variable_path_size(std::string_view text) {
  size_t name = 0;
  if (text[0] == '$') {
    const bool has_braces = text.substr(1).starts_with('{');
    const size_t begin = has_braces ? 2 : 1;
    name = begin + run_of(text.substr(begin), is_identifier);
    if (name == begin || (!has_braces && !is_upper(text.substr(begin, name - begin)))) return 0;
    if (has_braces && !text.substr(name++).starts_with('}')) return 0;
  } else if (text[0] == '%') {
    name = 1 + run_of(text.substr(1), is_identifier);
    if (name < 3 || !text.substr(name++).starts_with('%')) return 0;
  }
  const auto rest = text.substr(name);
  if (name == 0 || rest.empty() || !is_among(rest[0], "/\\")) return 0;
  const size_t path = run_of(rest, [](char c) { return is_path(c) || is_among(c, "\\$"); });
  return without_end_marks(text, name + path);
}

/// Size of a path: report.txt, /etc/passwd, ./x, ~/x, src/main.cpp, usr/local/bin; not and/or.
size_t path_size(std::string_view text) {
  const size_t size =
      without_glued_word(text.substr(0, without_end_marks(text, run_of(text, is_path))));
  const auto path = text.substr(0, size);
  if (std::ranges::none_of(path, is_ascii_letter)) return 0;
  const auto slashes = std::ranges::count(path, '/');
  const auto dots = run_of(path, is_dot);
  const bool is_rooted = path[0] == '/' || path.starts_with("~/") ||
                         (dots > 0 && dots <= 2 && path.substr(dots).starts_with('/'));
  const auto ending = ending_of(path.substr(path.rfind('/') + 1));
  const auto behind = text.substr(size);
  const bool goes_on =
      !behind.empty() && (is_among(behind[0], "'\\") || behind.starts_with(":\\") ||
                          static_cast<unsigned char>(behind[0]) >= 0x80U);
  const bool is_word = ending.size() == 1 && goes_on;  // cat.c'est
  const bool is_file = is_listed(ending, kFileTypes) && !is_word;
  const bool is_program = is_program_file(path) && !is_word;
  const bool is_in_folder = slashes > 0 && is_listed(path.substr(0, path.find('/')), kFolders);
  const bool is_small = path.size() > 2 && path[1] >= 'a' && path[1] <= 'z';
  const bool is_hidden = dots == 1 && path.size() > 2 && is_ascii_letter(path[1]) &&
                         (is_small || is_upper(path));  // .git, .NET; not .The, which lacks a space
  if (!is_rooted && !is_file && slashes <= 2 && !is_hidden && !is_program && !is_in_folder &&
      !is_forum(path)) {
    return 0;
  }
  // index.php?id=3
  const size_t key = behind.starts_with('?') ? run_of(behind.substr(1), is_identifier) : 0;
  if (is_file && key > 0 && behind.substr(1 + key).starts_with('=')) {
    return without_end_marks(text, size + url_characters(behind));
  }
  // main.c:42:7
  size_t end = size;
  while (is_file && text.substr(end).starts_with(':')) {
    const size_t digits = run_of(text.substr(end + 1), is_ascii_digit);
    if (digits == 0) break;
    end += digits + 1;
  }
  return end;
}

/// Size of a glob: *.c, **/*.py
size_t glob_size(std::string_view text) {
  if (text[0] != '*') return 0;
  const size_t size =
      without_end_marks(text, run_of(text, [](char c) { return is_path(c) || c == '*'; }));
  return is_listed(ending_of(text.substr(0, size)), kFileTypes) ? size : 0;
}

}  // namespace

size_t address_size(std::string_view text) {
  return std::max({url_size(text), email_size(text), tag_size(text), domain_size(text),
                   windows_path_size(text), backslash_path_size(text), variable_path_size(text),
                   path_size(text), glob_size(text)});
}

}  // namespace regard::text
