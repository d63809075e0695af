package changes

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/modyard/modyard/platform/httpkit"
)

// Now is the cursor of a reader that wants only later changes.
const Now = "now"

// CodeCursorGone is the code of an answer to a cursor of another generation.
const CodeCursorGone = "cursor_gone"

// whole is the number of a line behind all lines of an event.
const whole = math.MaxInt32

// place is a place between two lines of the feed: behind line n of the event at a position.
type place struct {
	position uint64
	n        int
}

// generation names the history that leaf indexes refer to: it survives a move of the log to another engine, and every
// restore changes it (migrations/00100_reactors.sql).
const generation = `select seal.history()`

func (f *Feed) generation(ctx context.Context) (string, error) {
	var g string
	if err := f.pool.QueryRow(ctx, generation).Scan(&g); err != nil {
		return "", fmt.Errorf("read the generation of the change feed: %w", err)
	}
	return g, nil
}

// format writes the cursor behind a line: <generation>.<leaf>, and .<n> where more lines of the event follow.
func format(generation string, leaf int64, n, of int) string {
	if n+1 >= of {
		return fmt.Sprintf("%s.%d", generation, leaf)
	}
	return fmt.Sprintf("%s.%d.%d", generation, leaf, n)
}

var errCursor = httpkit.Invalid("after", "游标 after 无效：请原样使用变更中的 cursor")

// find is the place of a cursor; the empty cursor is the beginning.
func (f *Feed) find(ctx context.Context, cursor, generation string, bound uint64) (place, error) {
	switch cursor {
	case "":
		return place{n: -1}, nil
	case Now:
		return place{bound, whole}, nil
	}
	parts := strings.Split(cursor, ".")
	if len(parts) < 2 || len(parts) > 3 || len(parts[0]) != len(generation) || strings.Trim(parts[0], "0123456789abcdef") != "" {
		return place{}, errCursor
	}
	leaf, err := strconv.ParseUint(parts[1], 10, 62)
	n := uint64(whole)
	if err == nil && len(parts) == 3 {
		n, err = strconv.ParseUint(parts[2], 10, 31)
	}
	if err != nil {
		return place{}, errCursor
	}
	if parts[0] != generation {
		return place{}, httpkit.Fault(httpkit.KindGone, CodeCursorGone,
			"站点已从备份恢复，此游标不再有效：请丢弃已保存的内容，不带 after 重新读取全部变更")
	}
	var position int64
	err = f.pool.QueryRow(ctx, `select position from seal.leaves where leaf = $1`, int64(leaf)).Scan(&position)
	if errors.Is(err, pgx.ErrNoRows) {
		return place{}, errCursor
	}
	if err != nil {
		return place{}, fmt.Errorf("read cursor of the change feed: %w", err)
	}
	return place{uint64(position), int(n)}, nil
}

// head is the cursor behind every event up to a position. Positions rise with the leaves, so few rows are read.
func (f *Feed) head(ctx context.Context, generation string, bound uint64) (string, error) {
	var leaf int64
	err := f.pool.QueryRow(ctx, `select leaf from seal.leaves where position <= $1 order by leaf desc limit 1`, int64(bound)).Scan(&leaf)
	if errors.Is(err, pgx.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("read head of the change feed: %w", err)
	}
	return format(generation, leaf, 0, 1), nil
}
