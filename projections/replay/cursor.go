package replay

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/modyard/modyard/eventlog"
)

// ErrCursor says that a text is not a cursor.
var ErrCursor = errors.New("a cursor is POSITION or POSITION.INDEX, as in a line that was read before")

// whole is the index of a cursor behind every hit of an event.
const whole = math.MaxInt32

// Cursor is a place between two hits: behind the hit Index (from 0) of the event at Position in the log of hits. The zero
// Cursor is before the first one.
type Cursor struct {
	Position eventlog.Position
	Index    int
}

// Behind is the place behind every hit of the events up to a position.
func Behind(at eventlog.Position) Cursor {
	if at == 0 {
		return Cursor{}
	}
	return Cursor{Position: at, Index: whole}
}

// ParseCursor reads what String wrote; a position alone stands for all hits of its event, and the empty text for the
// zero Cursor. The error is ErrCursor.
func ParseCursor(text string) (Cursor, error) {
	if text == "" {
		return Cursor{}, nil
	}
	first, second, indexed := strings.Cut(text, ".")
	at, err := number(first, 63)
	if err != nil {
		return Cursor{}, err
	}
	if !indexed {
		return Behind(eventlog.Position(at)), nil
	}
	index, err := number(second, 31)
	if err != nil || at == 0 || index == whole {
		return Cursor{}, fmt.Errorf("%w: %.40q", ErrCursor, text)
	}
	return Cursor{Position: eventlog.Position(at), Index: int(index)}, nil
}

// number is a decimal number without a sign and without leading zeros.
func number(text string, bits int) (uint64, error) {
	n, err := strconv.ParseUint(text, 10, bits)
	if err != nil || strconv.FormatUint(n, 10) != text {
		return 0, fmt.Errorf("%w: %.40q", ErrCursor, text)
	}
	return n, nil
}

// String is the cursor as a text: POSITION.INDEX, or POSITION behind a whole event.
func (c Cursor) String() string {
	if c.Position == 0 || c.Index == whole {
		return strconv.FormatUint(uint64(c.Position), 10)
	}
	return fmt.Sprintf("%d.%d", c.Position, c.Index)
}

// after is the position behind which events are read to continue at the cursor.
func (c Cursor) after() eventlog.Position {
	if c.Position == 0 || c.Index == whole {
		return c.Position
	}
	return c.Position - 1
}
