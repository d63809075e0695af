package postgres

import (
	"fmt"
	"slices"
	"strings"

	"github.com/modyard/modyard/search"
	"github.com/modyard/modyard/search/analysis"
)

// columns of a match are its sort keys: class is its weight.
const columns = "d.id, d.pop, d.downloads, " + follows + " as follows, d.created, d.updated"

// everything is the matches of a query without text.
func (s *statement) everything(p search.Plan) string {
	return fmt.Sprintf("m as (select %s, 0 as class from %s where %s)", columns, s.counted(), s.filter(p))
}

// strong is the matches of the first path: s those with a key or with all tokens in names, t those only by their
// description.
func (s *statement) strong(f analysis.Formula, p search.Plan) string {
	filter := s.filter(p)
	strong := s.arg(keysQuery(f)+"|("+namesQuery(f)+")", "tsquery")
	text := s.arg(textQuery(f), "tsquery")
	return fmt.Sprintf(`s as materialized (select %[1]s, %[2]s as class from %[3]s where d.terms @@ %[4]s and %[6]s),
t as materialized (select %[1]s, %[7]d as class from %[3]s where d.terms @@ %[5]s and not d.terms @@ %[4]s and %[6]s),
m as (select * from s union all select * from t)`, columns, s.class(f), s.counted(), strong, text, filter, analysis.WeightText)
}

// class is the weight of a row of s. Where the squeezed query is in no key, only words can have matched.
func (s *statement) class(f analysis.Formula) string {
	q := s.arg(f.Squeezed, "text")
	type rule struct {
		weight int
		cond   string
	}
	var rules []rule
	for _, k := range f.Equal {
		rules = append(rules, rule{k.Weight, fmt.Sprintf("strpos(d.keys, E'\\n%s' || %s || E'\\n') > 0", k.Term[:1], q)})
	}
	for _, k := range f.Begun {
		rules = append(rules, rule{k.Weight, fmt.Sprintf("strpos(d.keys, E'\\n%s' || %s) > 0", k.Term[:1], q)})
	}
	whole := rule{analysis.WeightWords, s.terms(wholeQuery(f))}
	rules = append(rules, whole, rule{analysis.WeightNames, s.terms(namesQuery(f))})
	var b strings.Builder
	fmt.Fprintf(&b, "case when strpos(d.keys, %s) = 0 then case when %s then %d else %d end", q, whole.cond, analysis.WeightWords, analysis.WeightNames)
	for weight := analysis.WeightTitle; weight > 0; weight -= 10 { // weights are multiples of ten
		for _, r := range rules {
			if r.weight == weight {
				fmt.Fprintf(&b, " when %s then %d", r.cond, r.weight)
			}
		}
	}
	b.WriteString(" end")
	return b.String()
}

// typo is the matches of the typo path. Ids found by hashes are passed as an array: with a subquery the planner read
// the whole table.
func (s *statement) typo(f analysis.Formula, p search.Plan) string {
	docs, fuzzy := s.table("search_docs"), s.table("search_fuzzy")
	var ways []string
	if len(f.NameHashes) > 0 {
		ways = append(ways, fmt.Sprintf("select id, %d as class from %s where hashes && %s", analysis.WeightTypoName, fuzzy, s.arg(f.NameHashes, "int4[]")))
	}
	ways = append(ways, fmt.Sprintf("select d.id, %d as class from %s d where %s", analysis.WeightTypoText, docs, s.terms(textQuery(f))))
	if slices.ContainsFunc(f.Tokens, func(t analysis.Token) bool { return len(t.Hashes) > 0 }) {
		ways = append(ways, fmt.Sprintf("select d.id, %d as class from %s d where %s", analysis.WeightTypoWords, docs, s.mistyped(f)))
	}
	if len(f.LeaveOuts) > 0 {
		ways = append(ways, fmt.Sprintf("select d.id, %d as class from %s d where %s", analysis.WeightMissing, docs, s.terms(leaveOutQuery(f))))
	}
	return fmt.Sprintf(`c as materialized (select id, max(class) as class from (%s) ways group by id),
m as (select %s, w.class from %s join c w on w.id = d.id where %s)`, strings.Join(ways, " union all "), columns, s.counted(), s.filter(p))
}

// mistyped holds where every token is a word, a prefix of one, or one edit away from one.
func (s *statement) mistyped(f analysis.Formula) string {
	out := make([]string, len(f.Tokens))
	for i, t := range f.Tokens {
		out[i] = s.terms(allOf(t.Match.Name))
		if len(t.Hashes) > 0 {
			out[i] = fmt.Sprintf("(%s or d.id = any(array(select id from %s where hashes && %s)))", out[i], s.table("search_fuzzy"), s.arg(t.Hashes, "int4[]"))
		}
	}
	return strings.Join(out, " and ")
}
