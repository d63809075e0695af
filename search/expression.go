package search

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxDepth bounds the parentheses of an expression.
const maxDepth = 32

// ParseExpression parses a filter expression, the older form of facets: comparisons such as categories = "fabric",
// downloads >= 100, versions IN ["1.20", "1.21"] and downloads 100 TO 200, joined with NOT, AND and OR (in the order
// of their precedence) and parentheses. An empty string is no filter. Errors are *QueryError.
func ParseExpression(raw string) (Filter, error) {
	if strings.TrimSpace(raw) == "" {
		return Filter{}, nil
	}
	if len(raw) > maxFacetBytes {
		return Filter{}, invalid("筛选条件过长，最多 %d 字节", maxFacetBytes)
	}
	if !utf8.ValidString(raw) {
		return Filter{}, invalid("筛选条件不是有效的 UTF-8 文本")
	}
	e := &expression{rest: raw}
	groups, err := e.or(false, 0)
	if err != nil {
		return Filter{}, err
	}
	if e.skip(); e.rest != "" {
		return Filter{}, invalid("筛选条件在此处无法识别：%s", clip(e.rest))
	}
	return And(Filter{Groups: groups})
}

// And joins filters: all must match. The limits of a single filter apply to the result.
func And(filters ...Filter) (Filter, error) {
	var out Filter
	terms := 0
	for _, f := range filters {
		out.Groups = append(out.Groups, f.Groups...)
		for _, g := range f.Groups {
			terms += size(g)
		}
	}
	switch {
	case len(out.Groups) > maxGroups:
		return Filter{}, invalid("筛选条件过多，最多 %d 组", maxGroups)
	case terms > maxTerms:
		return Filter{}, invalid("筛选条件过多，最多 %d 项", maxTerms)
	case pairs(out) > maxPairTokens:
		return Filter{}, invalid("加载器与游戏版本的组合过多")
	}
	return out, nil
}

func size(g Group) (terms int) {
	for _, all := range g.Any {
		terms += len(all)
	}
	return terms
}

// expression is the unread rest of a filter expression. Each rule returns groups that must all match; under a NOT, it
// returns the opposite of what it reads.
type expression struct{ rest string }

func (e *expression) or(not bool, depth int) ([]Group, error) {
	return e.joined("OR", not, depth, e.and)
}

func (e *expression) and(not bool, depth int) ([]Group, error) {
	return e.joined("AND", not, depth, e.factor)
}

// joined reads operands with a word between them. By De Morgan, the opposite of an OR joins opposites with AND.
func (e *expression) joined(word string, not bool, depth int, operand func(bool, int) ([]Group, error)) ([]Group, error) {
	left, err := operand(not, depth)
	for err == nil && e.word(word) {
		var right []Group
		if right, err = operand(not, depth); err != nil {
			return nil, err
		}
		if (word == "AND") != not {
			left = append(left, right...)
		} else if left, err = either(left, right); err != nil {
			return nil, err
		}
	}
	return left, err
}

// either returns one group that matches what one of two lists of groups matches.
func either(left, right []Group) ([]Group, error) {
	a, err := alternatives(left)
	if err != nil {
		return nil, err
	}
	b, err := alternatives(right)
	if err != nil {
		return nil, err
	}
	g := Group{Any: slices.Concat(a, b)}
	if size(g) > maxTerms {
		return nil, invalid("筛选条件过多，最多 %d 项", maxTerms)
	}
	return []Group{g}, nil
}

// alternatives multiplies groups that must all match to one list of alternatives.
func alternatives(groups []Group) ([]All, error) {
	out := []All{nil}
	for _, g := range groups {
		var next []All
		terms := 0
		for _, left := range out {
			for _, right := range g.Any {
				all := slices.Concat(left, right)
				if terms += len(all); terms > maxTerms {
					return nil, invalid("筛选条件过多，最多 %d 项", maxTerms)
				}
				next = append(next, all)
			}
		}
		out = next
	}
	return out, nil
}

func (e *expression) factor(not bool, depth int) ([]Group, error) {
	if depth >= maxDepth {
		return nil, invalid("筛选条件的嵌套过深，最多 %d 层", maxDepth)
	}
	if e.word("NOT") {
		return e.factor(!not, depth+1)
	}
	if e.sign("(") {
		groups, err := e.or(not, depth+1)
		if err == nil && !e.sign(")") {
			err = invalid("筛选条件缺少右括号")
		}
		return groups, err
	}
	return e.comparison(not)
}

func (e *expression) comparison(not bool) ([]Group, error) {
	key, err := e.value()
	if err != nil {
		return nil, err
	}
	if e.word("NOT") {
		not = !not
		if !e.word("IN") {
			return nil, invalid("筛选条件的运算符无效：%s", clip(key+" NOT"))
		}
		return e.list(key, not)
	}
	if e.word("IN") {
		return e.list(key, not)
	}
	for _, op := range []string{"!=", ">=", "<=", ">", "<", "=", ":"} {
		if !e.sign(op) {
			continue
		}
		value, err := e.value()
		if err != nil {
			return nil, err
		}
		t, err := parseTerm(key + op + value)
		if err != nil {
			return nil, err
		}
		return []Group{{Any: []All{{negated(t, not)}}}}, nil
	}
	return e.between(key, not)
}

// between reads the rest of "key 1 TO 2".
func (e *expression) between(key string, not bool) ([]Group, error) {
	low, err := e.value()
	if err != nil || !e.word("TO") {
		return nil, invalid("筛选条件缺少运算符：%s", clip(key))
	}
	high, err := e.value()
	if err != nil {
		return nil, err
	}
	from, err := parseTerm(key + ">=" + low)
	if err != nil {
		return nil, err
	}
	to, err := parseTerm(key + "<=" + high)
	if err != nil {
		return nil, err
	}
	groups := []Group{{Any: []All{{negated(from, not)}}}, {Any: []All{{negated(to, not)}}}}
	if not {
		return either(groups[:1], groups[1:])
	}
	return groups, nil
}

// list reads the rest of "key IN [a, b]".
func (e *expression) list(key string, not bool) ([]Group, error) {
	if !e.sign("[") {
		return nil, invalid("筛选条件的 IN 之后应为方括号中的列表")
	}
	var groups []Group
	for !e.sign("]") {
		value, err := e.value()
		if err != nil {
			return nil, err
		}
		t, err := parseTerm(key + "=" + value)
		if err != nil {
			return nil, err
		}
		one := Group{Any: []All{{negated(t, not)}}}
		if not || len(groups) == 0 {
			groups = append(groups, one)
		} else {
			groups[0].Any = append(groups[0].Any, one.Any...)
		}
		if len(groups) > maxGroups || size(groups[0]) > maxTerms {
			return nil, invalid("筛选条件过多，最多 %d 项", maxTerms)
		}
		e.sign(",")
	}
	if groups == nil {
		return nil, invalid("筛选条件的列表为空：%s", clip(key))
	}
	return groups, nil
}

// negated is the opposite of a term.
func negated(t Term, not bool) Term {
	if not {
		t.Op = map[Op]Op{Equal: NotEqual, NotEqual: Equal, Greater: LessEqual, LessEqual: Greater, Less: GreaterEqual, GreaterEqual: Less}[t.Op]
	}
	return t
}

func (e *expression) skip() { e.rest = strings.TrimLeftFunc(e.rest, unicode.IsSpace) }

// sign reads an operator or a bracket.
func (e *expression) sign(s string) bool {
	e.skip()
	rest, found := strings.CutPrefix(e.rest, s)
	if found {
		e.rest = rest
	}
	return found
}

// word reads a keyword in any case, which must end where a word ends.
func (e *expression) word(w string) bool {
	e.skip()
	if len(e.rest) < len(w) || !strings.EqualFold(e.rest[:len(w)], w) {
		return false
	}
	if rest := e.rest[len(w):]; rest == "" || strings.ContainsAny(rest[:1], " \t\r\n()[]\"'") {
		e.rest = rest
		return true
	}
	return false
}

// value reads a quoted text, in which a backslash keeps the next character, or a word.
func (e *expression) value() (string, error) {
	e.skip()
	if e.rest == "" {
		return "", invalid("筛选条件不完整")
	}
	quote := e.rest[0]
	if quote != '"' && quote != '\'' {
		end := strings.IndexFunc(e.rest, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(`()[],=!<>:"'`, r) })
		if end < 0 {
			end = len(e.rest)
		}
		if end == 0 {
			return "", invalid("筛选条件在此处无法识别：%s", clip(e.rest))
		}
		value := e.rest[:end]
		e.rest = e.rest[end:]
		return value, nil
	}
	var out strings.Builder
	for i := 1; i < len(e.rest); i++ {
		switch c := e.rest[i]; {
		case c == '\\' && i+1 < len(e.rest):
			i++
			out.WriteByte(e.rest[i])
		case c == quote:
			e.rest = e.rest[i+1:]
			return out.String(), nil
		default:
			out.WriteByte(c)
		}
	}
	return "", invalid("筛选条件的引号没有闭合")
}
