package project

// Delete ends a project. Its slug is released with it; its versions end with it, and what they claimed
// is free again, without an event of their own (see FileFree).
type Delete struct{ By Actor }

func (c Delete) decide(s State) ([]any, error) {
	if err := s.allow(c.By, DeleteProject); err != nil {
		return nil, err
	}
	return []any{Deleted{Slug: s.Slug}}, nil
}
