package manifest

import (
	"encoding/json"
	"strconv"
)

// Pack is the content of pack.mcmeta of a resource pack or a data pack: its lowest and highest format.
type Pack struct {
	Min         int    `json:"min,omitempty"`
	Max         int    `json:"max,omitempty"`
	Description string `json:"description,omitempty"`
	Unreadable  bool   `json:"unreadable,omitempty"`
	Unfilled    bool   `json:"unfilled,omitempty"` // a template without its values; then the rest is empty
}

// ParsePack reads pack.mcmeta.
func ParsePack(data []byte) Pack {
	t := object(parseJSON(data)).object("pack")
	if t == nil {
		unfilled := placeholder(string(data))
		return Pack{Unfilled: unfilled, Unreadable: !unfilled}
	}
	for _, name := range []string{"pack_format", "min_format", "max_format", "supported_formats"} {
		if t.unfilled(name) {
			return Pack{Unfilled: true}
		}
	}
	p := Pack{Description: t.text("description")}
	p.Min, p.Max = major(t["min_format"]), major(t["max_format"])
	if low, high := supported(t["supported_formats"]); p.Min == 0 && low > 0 {
		p.Min, p.Max = low, high
	}
	if single := major(t["pack_format"]); p.Min == 0 {
		p.Min, p.Max = single, single
	}
	if p.Max < p.Min {
		p.Max = p.Min
	}
	p.Unreadable = p.Min == 0
	return p
}

// supported reads a number, [low, high] or {min_inclusive, max_inclusive}.
func supported(v any) (low, high int) {
	switch v := v.(type) {
	case []any:
		if len(v) == 2 {
			return major(v[0]), major(v[1])
		}
		if len(v) == 1 {
			return major(v[0]), major(v[0])
		}
		return 0, 0
	case json.Number:
		return major(v), major(v)
	}
	t := object(v)
	return major(t["min_inclusive"]), major(t["max_inclusive"])
}

// major is a format's number: 88 of 88, of 88.1 and of [88, 1].
func major(v any) int {
	if pair, ok := v.([]any); ok && len(pair) > 0 {
		v = pair[0]
	}
	number, _ := v.(json.Number)
	n, err := number.Float64()
	if err != nil || n < 1 || n > 100_000 {
		return 0
	}
	return int(n)
}

// format is a span of pack formats and the releases that support it.
type format struct {
	low, high   int
	first, last string
}

// resourceFormats and dataFormats are the game's own tables.
func resourceFormats() []format {
	return []format{
		{1, 1, "1.6.1", "1.8.9"}, {2, 2, "1.9", "1.10.2"}, {3, 3, "1.11", "1.12.2"}, {4, 4, "1.13", "1.14.4"},
		{5, 5, "1.15", "1.16.1"}, {6, 6, "1.16.2", "1.16.5"}, {7, 7, "1.17", "1.17.1"}, {8, 8, "1.18", "1.18.2"},
		{9, 9, "1.19", "1.19.2"}, {12, 12, "1.19.3", "1.19.3"}, {13, 13, "1.19.4", "1.19.4"}, {15, 15, "1.20", "1.20.1"},
		{18, 18, "1.20.2", "1.20.2"}, {22, 22, "1.20.3", "1.20.4"}, {32, 32, "1.20.5", "1.20.6"}, {34, 34, "1.21", "1.21.1"},
		{42, 42, "1.21.2", "1.21.3"}, {46, 46, "1.21.4", "1.21.4"}, {55, 55, "1.21.5", "1.21.5"}, {63, 63, "1.21.6", "1.21.6"},
		{64, 64, "1.21.7", "1.21.8"}, {69, 69, "1.21.9", "1.21.10"}, {75, 75, "1.21.11", "1.21.11"}, {84, 84, "26.1", "26.1.2"},
		{87, 88, "26.2", "26.2"},
	}
}

func dataFormats() []format {
	return []format{
		{4, 4, "1.13", "1.14.4"}, {5, 5, "1.15", "1.16.1"}, {6, 6, "1.16.2", "1.16.5"}, {7, 7, "1.17", "1.17.1"},
		{8, 8, "1.18", "1.18.1"}, {9, 9, "1.18.2", "1.18.2"}, {10, 10, "1.19", "1.19.3"}, {12, 12, "1.19.4", "1.19.4"},
		{15, 15, "1.20", "1.20.1"}, {18, 18, "1.20.2", "1.20.2"}, {26, 26, "1.20.3", "1.20.4"}, {41, 41, "1.20.5", "1.20.6"},
		{48, 48, "1.21", "1.21.1"}, {57, 57, "1.21.2", "1.21.3"}, {61, 61, "1.21.4", "1.21.4"}, {71, 71, "1.21.5", "1.21.5"},
		{80, 80, "1.21.6", "1.21.6"}, {81, 81, "1.21.7", "1.21.8"}, {88, 88, "1.21.9", "1.21.10"}, {94, 94, "1.21.11", "1.21.11"},
		{101, 101, "26.1", "26.1.2"}, {107, 107, "26.2", "26.2"},
	}
}

// Game is the releases that support the pack, as a resource pack or as a data pack.
func (p Pack) Game(data bool) Range {
	formats := resourceFormats()
	if data {
		formats = dataFormats()
	}
	r := Range{Written: "pack_format " + strconv.Itoa(p.Min)}
	if p.Max > p.Min {
		r.Written += "–" + strconv.Itoa(p.Max)
	}
	for _, f := range formats {
		if p.Min > 0 && f.low <= p.Max && f.high >= p.Min {
			r.AnyOf = append(r.AnyOf, []Bound{{">=", f.first}, {"<=", f.last}})
		}
	}
	if r.AnyOf == nil {
		return Range{}
	}
	return r
}
