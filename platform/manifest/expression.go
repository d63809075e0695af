package manifest

import "strings"

const maxNesting = 32 // of version expressions

// expression is a set of versions as Fabric and Quilt write it: alternatives, each a list of bounds that must all hold; one
// without a bound is every version. Without alternatives the expression could not be read.
type expression struct {
	written string
	anyOf   [][]Bound
	simple  bool // written needs no brackets within another expression
}

func everything() expression { return expression{anyOf: [][]Bound{{}}, simple: true} }

// expressionOf reads the versions of a dependency. In fabric.mod.json that is a text, or a list of texts of which one must
// hold. In quilt.mod.json it may also be an object with one list, "any" or "all", of texts, lists and such objects.
func expressionOf(v any) expression { return expressionWithin(v, 0) }

func expressionWithin(v any, depth int) expression {
	if depth > maxNesting {
		return expression{}
	}
	inner := func(items []any) []expression {
		out := make([]expression, 0, len(items))
		for _, item := range items {
			out = append(out, expressionWithin(item, depth+1))
		}
		return out
	}
	if items, ok := v.([]any); ok {
		return anyExpression(inner(list(items)))
	}
	if t := object(v); t != nil {
		var parts []expression
		if items, has := t["any"]; has {
			parts = append(parts, anyExpression(inner(list(items))))
		}
		if items, has := t["all"]; has {
			parts = append(parts, allExpression(inner(list(items))))
		}
		if len(parts) == 0 {
			return expression{}
		}
		return allExpression(parts)
	}
	s := strings.TrimSpace(text(v))
	switch s {
	case "":
		return expression{}
	case "*":
		return expression{written: "*", anyOf: [][]Bound{{}}, simple: true}
	}
	return expression{written: s, anyOf: predicate(s), simple: !strings.Contains(s, "||")}
}

// anyExpression has the versions of each of several expressions; those that could not be read are left out.
func anyExpression(list []expression) expression {
	var out expression
	var written []string
	for _, e := range list {
		if e.written != "" {
			written = append(written, e.written)
		}
		for _, alternative := range e.anyOf {
			if len(out.anyOf) < maxBounds {
				out.anyOf = append(out.anyOf, alternative)
			}
		}
	}
	out.written, out.simple = strings.Join(written, " || "), len(written) < 2
	return out
}

// allExpression has the versions that several expressions share. It cannot be read if one of them cannot, or if it would
// have too many alternatives.
func allExpression(list []expression) expression {
	out := everything()
	var written []string
	for _, e := range list {
		switch {
		case e.written == "":
		case e.simple || len(list) == 1:
			written = append(written, e.written)
		default:
			written = append(written, "("+e.written+")")
		}
		var product [][]Bound
		for _, x := range out.anyOf {
			for _, y := range e.anyOf {
				all := append(append([]Bound{}, x...), y...)
				if len(product) >= maxBounds || len(all) > maxBounds {
					return expression{written: strings.Join(written, " ")}
				}
				product = append(product, all)
			}
		}
		out.anyOf = product
	}
	out.written, out.simple = strings.Join(written, " "), len(list) != 1 || list[0].simple
	return out
}

// game is the expression as a range of game versions; empty where it allows every version or cannot be read.
func (e expression) game() Range {
	for _, alternative := range e.anyOf {
		if len(alternative) == 0 {
			return Range{}
		}
	}
	if len(e.anyOf) == 0 {
		return Range{}
	}
	return Range{Written: word(e.written, maxWord), AnyOf: e.anyOf}
}
