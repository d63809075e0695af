package server

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/modyard/modyard/commands"
	"github.com/modyard/modyard/domain/fault"
	"github.com/modyard/modyard/domain/server"
	"github.com/modyard/modyard/platform/httpkit"
)

type propertiesInput struct {
	Set      map[string]string `json:"set" doc:"属性与新的值，一次最多 100 项"`
	Expected *uint64           `json:"expected,omitempty" doc:"读取时的 generation：其后有同名属性被更改时答复 409 与当前的值；省略或 null 则直接覆盖"`
}

type changeProperties struct {
	commands.Named
	Body propertiesInput
}

// setProperties is PATCH /v3/server/{id}/properties. A conflict carries the values that were decided meanwhile, but no secret ones.
func (s *Service) setProperties(ctx context.Context, tx *commands.Tx, in *changeProperties) error {
	e, err := get(ctx, tx, in.ID)
	if err != nil {
		return err
	}
	err = e.Do(server.SetProperties{By: tx.By(), Set: in.Body.Set, Expected: in.Body.Expected})
	var f *fault.Error
	if !errors.As(err, &f) || f.Kind != fault.KindConflict || in.Body.Expected == nil {
		return err
	}
	later := e.State().Later(slices.Sorted(maps.Keys(in.Body.Set)), *in.Body.Expected)
	later = slices.DeleteFunc(later, server.Secret)
	present, readErr := s.Properties(ctx, in.ID, later)
	if readErr != nil {
		return readErr
	}
	return httpkit.Present(err, present)
}
