// SPDX-License-Identifier: GPL-3.0-or-later
#include "sandbox/practice_names.h"

#include <array>

namespace onceover::sandbox {

namespace {

constexpr std::array<std::string_view, 10> kChinesePlaces{"云岭", "青禾", "临江", "松石", "望湖", "东篱", "听雨", "南巷", "白鹭", "晨光"};
constexpr std::array<std::string_view, 15> kChineseTrades{"茶舍", "书店", "咖啡馆", "面馆", "文具店", "花坊", "烘焙坊", "果园直供",
                                                          "陶艺工作室", "家居生活馆", "户外用品店", "眼镜店", "乐器行", "童装店", "宠物医院"};

constexpr std::array<std::array<std::string_view, 6>, 7> kPlaces{{
    {"Kanda", "Sumida", "Aoba", "Minato Hill", "Nijo", "Tsukimi"},
    {"Malabar", "Neem Tree", "Deccan", "Lotus Road", "Monsoon", "Saffron"},
    {"Pearl", "Salmiya", "Blue Dhow", "Date Palm", "Seif", "Green Island"},
    {"Lindenhof", "Alte Werft", "Kastanien", "Mühlbach", "Nordlicht", "Spreebogen"},
    {"Thistle & Oak", "Harbour Lane", "Fenwick", "Copper Kettle", "Larkspur", "St Aldhelm"},
    {"Hudson Row", "Maple & Third", "Old Mill", "Blue Heron", "Bleecker", "Stonebridge"},
    {"Gumtree", "Torrens", "Red Gum", "Largs Bay", "Magpie", "Barossa"},
}};
constexpr std::array<std::string_view, 11> kTrades{"Books", "Bakery", "Coffee Roasters", "Cycles", "Garden Supply", "Opticians",
                                                   "Ceramics", "Stationers", "Outdoor", "Music", "Pharmacy"};

} // namespace

std::string practiceName(std::size_t region, std::size_t n)
{
    const std::size_t own = kPracticeRegions[region].merchants;
    if (n >= own)
        return practiceName(region, n % own) + " " + std::to_string(n / own + 1);
    // Step sizes without a common divisor with the list lengths: each pair comes once before any comes again.
    if (region == 0)
        return std::string{kChinesePlaces[n % kChinesePlaces.size()]}
            + std::string{kChineseTrades[(n * 7 + n / kChinesePlaces.size()) % kChineseTrades.size()]};
    const auto& places = kPlaces[region - 1];
    return std::string{places[n % places.size()]} + " " + std::string{kTrades[(n * 4 + region) % kTrades.size()]};
}

} // namespace onceover::sandbox
