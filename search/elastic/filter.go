package elastic

import "github.com/modyard/modyard/search"

// filters are the conditions of a plan, to be joined with and.
func filters(p search.Plan) []object {
	out := []object{}
	var hidden []string // project_id != one, many times: installed projects
	for _, c := range p.Clauses {
		if id, ok := onlyHides(c); ok {
			hidden = append(hidden, id)
			continue
		}
		out = append(out, clause(c))
	}
	if hidden != nil {
		out = append(out, not(object{"terms": object{"id": hidden}}))
	}
	return out
}

func onlyHides(c search.Clause) (string, bool) {
	if len(c.Any) != 1 || len(c.Any[0]) != 1 {
		return "", false
	}
	t := c.Any[0][0]
	return t.Value, t.Tokens == nil && t.Field == search.FieldProjectID && t.Op == search.NotEqual
}

func clause(c search.Clause) object {
	branches := make([]object, len(c.Any))
	for i, b := range c.Any {
		conds := make([]object, len(b))
		for j, cond := range b {
			conds[j] = condition(cond)
		}
		branches[i] = allOf(conds)
	}
	return anyOf(branches)
}

func condition(c search.Cond) object {
	if c.Tokens != nil {
		has := object{"terms": object{"facets": c.Tokens}}
		if len(c.Tokens) == 1 {
			has = object{"term": object{"facets": c.Tokens[0]}}
		}
		if c.Not {
			return not(has)
		}
		return has
	}
	field, value := "updated", any(c.Num)
	switch c.Field {
	case search.FieldProjectID:
		field, value = "id", c.Value
	case search.FieldName:
		field, value = "name", c.Value
	case search.FieldSlug:
		field, value = "slug", c.Value
	case search.FieldDownloads:
		field = "downloads"
	case search.FieldFollows:
		field = "follows"
	case search.FieldCreated:
		field = "created"
	}
	switch c.Op {
	case search.Equal:
		return object{"term": object{field: value}}
	case search.NotEqual:
		return not(object{"term": object{field: value}})
	}
	bound := map[search.Op]string{search.Greater: "gt", search.GreaterEqual: "gte", search.Less: "lt", search.LessEqual: "lte"}[c.Op]
	return object{"range": object{field: object{bound: value}}}
}

func not(q object) object { return object{"bool": object{"must_not": []object{q}}} }
