#include "store/pickle.h"

#include <algorithm>
#include <bit>
#include <unordered_map>
#include <utility>

#include "regard/base/error.h"
#include "regard/base/str.h"

namespace regard::store {
namespace {

using Kind = Pickle::Kind;
using Node = Pickle::Node;

/// The opcodes that this reader supports, with their names in Python's pickletools.
enum Opcode : unsigned char {
  op_mark = '(',
  op_stop = '.',
  op_bin_int = 'J',
  op_bin_int1 = 'K',
  op_bin_int2 = 'M',
  op_none = 'N',
  op_bin_pers_id = 'Q',
  op_reduce = 'R',
  op_bin_string = 'T',
  op_short_bin_string = 'U',
  op_bin_unicode = 'X',
  op_empty_list = ']',
  op_append = 'a',
  op_build = 'b',
  op_global = 'c',
  op_appends = 'e',
  op_bin_float = 'G',
  op_bin_get = 'h',
  op_long_bin_get = 'j',
  op_bin_put = 'q',
  op_long_bin_put = 'r',
  op_set_item = 's',
  op_tuple = 't',
  op_set_items = 'u',
  op_empty_map = '}',
  op_empty_tuple = ')',
  op_proto = 0x80,
  op_tuple1 = 0x85,
  op_tuple2 = 0x86,
  op_tuple3 = 0x87,
  op_true = 0x88,
  op_false = 0x89,
  op_long1 = 0x8A,
  op_short_bin_unicode = 0x8C,
  op_stack_global = 0x93,
  op_memoize = 0x94,
  op_frame = 0x95,
};

/// Python's pickle machine, restricted to building data.
class Machine {
 public:
  Machine(std::string_view& bytes, std::span<const char* const> functions, const std::string& path)
      : bytes_(bytes), functions_(functions), path_(path) {}

  Pickle run() {
    while (true) {
      const auto opcode = static_cast<Opcode>(number(1));
      if (opcode == op_stop) break;
      if (!push_plain(opcode) && !push_compound(opcode) && !change_stack(opcode)) {
        throw Error(str("has the opcode ", static_cast<int>(opcode),
                        " of Python's pickle, which no file of weights needs"),
                    path_, "do not use this file: it is harmful, or lacks weights",
                    ExitCode::failure);
      }
    }
    pickle_.root = pop();
    return std::move(pickle_);
  }

 private:
  [[noreturn]] void fail(const char* what) const {
    throw Error(str("damaged pickle: ", what), path_, "use a complete copy", ExitCode::failure);
  }

  std::string_view take(uint64_t count) {
    if (count > bytes_.size()) fail("it is truncated");
    const auto taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }
  uint64_t number(size_t size) {
    uint64_t number = 0;
    size_t place = 0;
    for (const char byte : take(size)) {
      number |= static_cast<uint64_t>(static_cast<unsigned char>(byte)) << (8 * place++);
    }
    return number;
  }
  std::string_view line() {
    const auto end = bytes_.find('\n');
    if (end == std::string_view::npos) fail("it is truncated");
    const auto line = take(end);
    take(1);
    return line;
  }

  void push(Node node) {
    constexpr size_t kMost = 1'000'000;  // a large model has 20,000
    if (pickle_.nodes.size() == kMost) fail("it has too many values");
    stack_.push_back(pickle_.nodes.size());
    pickle_.nodes.push_back(std::move(node));
  }
  size_t pop() {
    if (stack_.empty() || (!marks_.empty() && stack_.size() == marks_.back())) {
      fail("it takes a value from an empty stack");
    }
    const size_t top = stack_.back();
    stack_.pop_back();
    return top;
  }
  Node& top() {
    const size_t node = pop();
    stack_.push_back(node);
    return pickle_.nodes[node];
  }
  /// Pops everything above the last mark.
  std::vector<size_t> pop_to_mark() {
    if (marks_.empty()) fail("it takes a value from an empty stack");
    const auto begin = stack_.begin() + static_cast<std::ptrdiff_t>(marks_.back());
    std::vector<size_t> items(begin, stack_.end());
    stack_.erase(begin, stack_.end());
    marks_.pop_back();
    return items;
  }
  std::vector<size_t> pop_some(size_t count) {
    std::vector<size_t> items(count);
    for (size_t i = count; i > 0; --i) items[i - 1] = pop();
    return items;
  }

  void push_kind(Kind kind, int64_t number = 0) {
    Node node;
    node.kind = kind;
    node.number = number;
    push(std::move(node));
  }
  void push_text(uint64_t size) {
    Node node;
    node.kind = Kind::text;
    node.text = take(size);
    push(std::move(node));
  }
  void push_items(Kind kind, std::vector<size_t> items) {
    Node node;
    node.kind = kind;
    node.items = std::move(items);
    push(std::move(node));
  }

  /// Reads an integer of any width. A number of more than 64 bits, such as the file's magic number,
  /// becomes 0.
  void push_long() {
    const auto size = number(1);
    if (size > sizeof(int64_t)) {
      take(size);
      return push_kind(Kind::integer);
    }
    auto value = number(size);
    const bool is_negative = size > 0 && size < 8 && (value >> (8 * size - 1) & 1U) != 0;
    if (is_negative) value |= ~uint64_t{0} << (8 * size);
    push_kind(Kind::integer, static_cast<int64_t>(value));
  }

  void push_function(const std::string& name) {
    if (std::ranges::find(functions_, name) == functions_.end()) {
      throw Error(str("tries to call ", name, ", which no file of weights needs"), path_,
                  "do not use this file: it is harmful, or lacks weights", ExitCode::failure);
    }
    push_kind(Kind::function);
    pickle_.nodes.back().text = name;
  }

  /// Handles opcodes that push a value without parts. Returns false for others.
  bool push_plain(Opcode opcode) {
    switch (opcode) {
      case op_none:
        push_kind(Kind::none);
        break;
      case op_true:
      case op_false:
        push_kind(Kind::boolean, opcode == op_true ? 1 : 0);
        break;
      case op_bin_int:
        push_kind(Kind::integer, static_cast<int32_t>(number(4)));
        break;
      case op_bin_int1:
        push_kind(Kind::integer, static_cast<int64_t>(number(1)));
        break;
      case op_bin_int2:
        push_kind(Kind::integer, static_cast<int64_t>(number(2)));
        break;
      case op_long1:
        push_long();
        break;
      case op_bin_float:
        take(sizeof(double));
        push_kind(Kind::real);  // no weight needs the value
        break;
      case op_bin_string:
      case op_bin_unicode:
        push_text(number(4));
        break;
      case op_short_bin_string:
      case op_short_bin_unicode:
        push_text(number(1));
        break;
      case op_global: {
        const auto module = line();
        push_function(str(module, '.', line()));
        break;
      }
      case op_bin_get:
        get(number(1));
        break;
      case op_long_bin_get:
        get(number(4));
        break;
      default:
        return false;
    }
    return true;
  }

  /// Handles opcodes that push a compound value. Returns false for others.
  bool push_compound(Opcode opcode) {
    switch (opcode) {
      case op_empty_list:
      case op_empty_tuple:
        push_kind(Kind::list);
        break;
      case op_empty_map:
        push_kind(Kind::map);
        break;
      case op_tuple:
        push_items(Kind::list, pop_to_mark());
        break;
      case op_tuple1:
      case op_tuple2:
      case op_tuple3:
        push_items(Kind::list, pop_some(size_t{opcode} - op_tuple1 + 1));
        break;
      case op_stack_global: {
        const auto names = pop_some(2);
        push_function(str(pickle_.at(names[0]).text, '.', pickle_.at(names[1]).text));
        break;
      }
      case op_reduce:
        push_items(Kind::call, pop_some(2));
        break;
      case op_bin_pers_id:
        push_items(Kind::persistent, pop_some(1));
        break;
      default:
        return false;
    }
    return true;
  }

  /// Handles all remaining opcodes.
  bool change_stack(Opcode opcode) {
    switch (opcode) {
      case op_proto:
        number(1);
        break;
      case op_frame:
        number(sizeof(uint64_t));
        break;
      case op_mark:
        marks_.push_back(stack_.size());
        break;
      case op_bin_put:
        put(number(1));
        break;
      case op_long_bin_put:
        put(number(4));
        break;
      case op_memoize:
        put(memo_.size());
        break;
      case op_append:
        append(pop_some(1));
        break;
      case op_appends:
        append(pop_to_mark());
        break;
      case op_set_item:
        set(pop_some(2));
        break;
      case op_set_items:
        set(pop_to_mark());
        break;
      case op_build:  // object attributes, which no weight needs
        pop();
        top();
        break;
      default:
        return false;
    }
    return true;
  }

  void put(uint64_t key) {
    const size_t node = pop();
    stack_.push_back(node);
    memo_[key] = node;
  }
  void get(uint64_t key) {
    const auto found = memo_.find(key);
    if (found == memo_.end()) fail("it recalls a value that it did not store");
    stack_.push_back(found->second);
  }
  void append(const std::vector<size_t>& items) {
    auto& list = top();
    if (list.kind != Kind::list) fail("it appends to something that is not a list");
    list.items.insert(list.items.end(), items.begin(), items.end());
  }
  void set(const std::vector<size_t>& entries) {
    auto& map = top();
    if ((map.kind != Kind::map && map.kind != Kind::call) || entries.size() % 2 != 0) {
      fail("it sets keys of something that is not a map");
    }
    map.entries.insert(map.entries.end(), entries.begin(), entries.end());
  }

  std::string_view& bytes_;
  std::span<const char* const> functions_;
  const std::string& path_;
  Pickle pickle_;
  std::vector<size_t> stack_;  // indexes of nodes
  std::vector<size_t> marks_;  // stack sizes
  std::unordered_map<uint64_t, size_t> memo_;
};

}  // namespace

Pickle take_pickle(std::string_view& bytes, std::span<const char* const> functions,
                   const std::string& path) {
  return Machine(bytes, functions, path).run();
}

}  // namespace regard::store
