package manifest

import (
	"bytes"
	"regexp"

	"github.com/pelletier/go-toml/v2/unstable"
)

// maxTOMLDepth bounds the brackets of a file, and so the depth of the parser's recursion.
const maxTOMLDepth = 16 << 10

// bareWord is a line with a number that TOML does not allow, such as 010 or 1.20.1.
var bareWord = regexp.MustCompile(`(?m)^([ \t]*[A-Za-z0-9_.-]+[ \t]*=[ \t]*)([0-9][0-9A-Za-z.+_-]*)([ \t]*(?:#.*)?\r?)$`)

// parseTOML reads a TOML table. Scalars are texts as they are written: TOML would read 1.20 as 1.2.
func parseTOML(data []byte) table {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if bytes.Count(data, []byte("["))+bytes.Count(data, []byte("{")) > maxTOMLDepth {
		return nil
	}
	if t := readTOML(data); t != nil {
		return t
	}
	return readTOML(bareWord.ReplaceAll(data, []byte(`$1"$2"$3`)))
}

// readTOML is nil for an invalid file. The library's decoder would turn numbers into floats, so that only its parser is used.
func readTOML(data []byte) table {
	root := table{}
	here := root
	var p unstable.Parser
	for p.Reset(data); p.NextExpression(); {
		switch e := p.Expression(); e.Kind {
		case unstable.Table:
			here = root.within(keys(e)...)
		case unstable.ArrayTable:
			path := keys(e)
			parent, name := root.within(path[:len(path)-1]...), path[len(path)-1]
			items, _ := parent[name].([]any)
			here = table{}
			parent[name] = append(items, here)
		case unstable.KeyValue:
			here.set(e)
		}
	}
	if p.Error() != nil {
		return nil
	}
	return root
}

func keys(n *unstable.Node) []string {
	var path []string
	for it := n.Key(); it.Next(); {
		path = append(path, string(it.Node().Data))
	}
	return path
}

// within is the table of a path, the last one where there is a list of them. What is no table is replaced.
func (t table) within(path ...string) table {
	for _, name := range path {
		next := object(t[name])
		if items, ok := t[name].([]any); ok && len(items) > 0 {
			next = object(items[len(items)-1])
		}
		if next == nil {
			next = table{}
			t[name] = next
		}
		t = next
	}
	return t
}

func (t table) set(pair *unstable.Node) {
	path := keys(pair)
	t.within(path[:len(path)-1]...)[path[len(path)-1]] = tomlValue(pair.Value())
}

func tomlValue(n *unstable.Node) any {
	switch n.Kind {
	case unstable.Array:
		out := []any{}
		for it := n.Children(); it.Next(); {
			out = append(out, tomlValue(it.Node()))
		}
		return out
	case unstable.InlineTable:
		t := table{}
		for it := n.Children(); it.Next(); {
			t.set(it.Node())
		}
		return t
	}
	return string(n.Data)
}
