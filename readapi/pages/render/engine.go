package render

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"modernc.org/quickjs"
)

// memory is what one engine may use.
const memory = 256 << 20

// turns bound the rounds of a page: one is a run of its timers and jobs.
const turns = 64

var (
	// ErrLate says that a page was not drawn before its deadline, or its visitor left.
	ErrLate = errors.New("the page was not drawn in time")
	// ErrFailed says that the script failed.
	ErrFailed = errors.New("the script failed")
)

// engine is one JavaScript engine with the application in it. It draws one page at a time.
type engine struct {
	vm    *quickjs.VM
	drawn int
}

func newEngine(code []byte) (*engine, error) {
	vm, err := quickjs.NewVM()
	if err != nil {
		return nil, fmt.Errorf("create an engine: %w", err)
	}
	vm.SetMemoryLimit(memory)
	if err := vm.RegisterFunc("collate", order(), false); err != nil {
		return nil, errors.Join(fmt.Errorf("give an engine its order of texts: %w", err), vm.Close())
	}
	if err := vm.RegisterFunc("offset", (&zones{}).offset, false); err != nil {
		return nil, errors.Join(fmt.Errorf("give an engine its time zones: %w", err), vm.Close())
	}
	if _, err := vm.EvalBytecode(code); err != nil {
		return nil, errors.Join(fmt.Errorf("load the application: %w", err), vm.Close())
	}
	return &engine{vm: vm}, nil
}

// draw returns the script's result. After an error the engine must be closed.
func (e *engine) draw(ctx context.Context, page string) (d Drawing, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: panic: %v", ErrFailed, p)
		}
	}()
	stop := context.AfterFunc(ctx, e.vm.Interrupt)
	defer stop()
	e.drawn++
	if _, err := e.call(ctx, "draw", page); err != nil {
		return Drawing{}, err
	}
	for range turns {
		if err := e.limit(ctx); err != nil {
			return Drawing{}, err
		}
		if _, err := e.vm.ExecutePendingJobs(); err != nil {
			return Drawing{}, reason(ctx, err)
		}
		answer, err := e.call(ctx, "result")
		if err != nil {
			return Drawing{}, err
		}
		if text, ok := answer.(string); ok && text != "" {
			return decode(text)
		}
		if _, err := e.call(ctx, "turn"); err != nil {
			return Drawing{}, err
		}
	}
	return Drawing{}, fmt.Errorf("%w: no result after %d turns", ErrFailed, turns)
}

func (e *engine) call(ctx context.Context, name string, args ...any) (any, error) {
	if err := e.limit(ctx); err != nil {
		return nil, err
	}
	answer, err := e.vm.Call(name, args...)
	if err != nil {
		return nil, reason(ctx, err)
	}
	return answer, nil
}

// limit gives the next call what is left of the page's time. An interrupt between two calls has no effect, so each call
// begins with it.
func (e *engine) limit(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%w: %w", ErrLate, err)
	}
	end, ok := ctx.Deadline()
	if !ok {
		return nil
	}
	if err := e.vm.SetEvalTimeout(max(time.Until(end), time.Millisecond)); err != nil {
		return fmt.Errorf("%w: limit its time: %w", ErrFailed, err)
	}
	return nil
}

func reason(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("%w: %w", ErrLate, ctx.Err())
	}
	if end, ok := ctx.Deadline(); ok && !time.Now().Before(end) {
		return fmt.Errorf("%w: %w", ErrLate, context.DeadlineExceeded)
	}
	return fmt.Errorf("%w: %w", ErrFailed, err)
}

func decode(text string) (Drawing, error) {
	var result struct {
		HTML       string   `json:"html"`
		Unanswered []string `json:"unanswered"`
		Failed     *string  `json:"failed"`
	}
	if err := json.Unmarshal([]byte(text), &result); err != nil {
		return Drawing{}, fmt.Errorf("%w: its result: %w", ErrFailed, err)
	}
	if result.Failed != nil {
		return Drawing{}, fmt.Errorf("%w: %.500s", ErrFailed, *result.Failed)
	}
	return Drawing{HTML: result.HTML, Unanswered: result.Unanswered}, nil
}

func (e *engine) close() {
	defer func() { _ = recover() }() // a broken engine panics; its memory is lost either way
	_ = e.vm.Close()
}
