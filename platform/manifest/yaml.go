package manifest

import "gopkg.in/yaml.v3"

const (
	maxYAML      = 256 << 10 // bytes
	maxYAMLNodes = 64 << 10  // after the expansion of aliases
	maxYAMLDepth = 64
)

// parseYAML reads a YAML map. Scalars are texts as they are written: YAML would read 1.20 as 1.2, and 010 as 8.
func parseYAML(data []byte) table {
	var root yaml.Node
	if len(data) > maxYAML || yaml.Unmarshal(data, &root) != nil {
		return nil
	}
	r := yamlReader{left: maxYAMLNodes}
	v := r.value(&root, 0)
	if r.left < 0 {
		return nil
	}
	return object(v)
}

type yamlReader struct{ left int } // nodes that may still be read

func (r *yamlReader) value(n *yaml.Node, depth int) any {
	if r.left--; r.left < 0 || depth > maxYAMLDepth {
		return nil
	}
	switch n.Kind {
	case yaml.DocumentNode:
		if len(n.Content) > 0 {
			return r.value(n.Content[0], depth+1)
		}
	case yaml.AliasNode:
		return r.value(n.Alias, depth+1)
	case yaml.SequenceNode:
		out := []any{}
		for _, item := range n.Content {
			out = append(out, r.value(item, depth+1))
		}
		return out
	case yaml.MappingNode:
		return r.mapping(n, depth)
	case yaml.ScalarNode:
		if n.ShortTag() != "!!null" {
			return n.Value
		}
	}
	return nil
}

// mapping reads a map. Of two members of one name the last counts, and members of a merged map ("<<") count least.
func (r *yamlReader) mapping(n *yaml.Node, depth int) table {
	own, merged := table{}, table{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, v := n.Content[i], r.value(n.Content[i+1], depth+1)
		if key.Kind == yaml.AliasNode {
			key = key.Alias
		}
		switch {
		case key.Kind != yaml.ScalarNode:
		case key.ShortTag() == "!!merge":
			for _, one := range list(v) {
				for name, member := range object(one) {
					if _, has := merged[name]; !has {
						merged[name] = member
					}
				}
			}
		default:
			own[key.Value] = v
		}
	}
	for name, v := range own {
		merged[name] = v
	}
	return merged
}
