package postgres_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"sync"
	"syscall"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/modyard/modyard/eventlog"
	"github.com/modyard/modyard/eventlog/postgres"
	"github.com/modyard/modyard/platform/database"
	"github.com/modyard/modyard/platform/pgtest"
	"github.com/modyard/modyard/platform/until"
)

// cancelCode is the code of a request to cancel a statement, in the bytes of the protocol.
var cancelCode = []byte{0x04, 0xd2, 0x16, 0x2e}

// wire loses every request to cancel, as a network that fails does. Otherwise a stopped process would receive one.
type wire struct{ net.Conn }

func (w wire) Write(b []byte) (int, error) {
	if len(b) >= 8 && bytes.Equal(b[4:8], cancelCode) {
		return 0, net.ErrClosed
	}
	return w.Conn.Write(b)
}

// wires are connections that the test can cut on the program's side.
type wires struct {
	mu   sync.Mutex
	open []net.Conn
}

func (w *wires) pool(t *testing.T, db *database.DB) *pgxpool.Pool {
	t.Helper()
	config := db.Pool.Config()
	dial := config.ConnConfig.DialFunc
	config.ConnConfig.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err == nil {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.open = append(w.open, conn)
		}
		return wire{conn}, err
	}
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	return pool
}

func (w *wires) cut() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, conn := range w.open {
		_ = conn.Close()
	}
	w.open = nil
}

// eventually waits for a condition of the database.
func eventually(t *testing.T, conn *pgx.Conn, what, sql string, args ...any) {
	t.Helper()
	until.Until(t, what, func() error {
		var holds bool
		if err := conn.QueryRow(t.Context(), sql, args...).Scan(&holds); err != nil || holds {
			return err
		}
		return errors.New("it does not hold yet")
	})
}

// Each case stops the server's process inside of an append, lets the log repeat the append through another session, and
// lets the process go on.
func TestAnAppendWhoseServerProcessGoesOnAfterItsRepeatIsStoredOnce(t *testing.T) {
	many := func(w eventlog.Write) eventlog.Write {
		for n := 1; n <= 80; n++ { // more than an append in one round trip may have
			w.Events = append(w.Events, happening(w.Stream, w.Expected).Events...)
		}
		return w
	}
	for name, write := range map[string]eventlog.Write{
		"any":           happening("thing-1", eventlog.Any),
		"a new stream":  happening("thing-9", eventlog.NoStream),
		"any, new":      happening("thing-9", eventlog.Any),
		"exists":        happening("thing-1", eventlog.Exists),
		"at a revision": happening("thing-1", eventlog.At(0)),
		"many, any":     many(happening("thing-1", eventlog.Any)),
		"many, at":      many(happening("thing-1", eventlog.At(0))),
	} {
		for _, schema := range []string{"log", "hits"} {
			t.Run(fmt.Sprintf("%s in %s", name, schema), func(t *testing.T) { storedOnce(t, schema, write) })
		}
	}
}

func storedOnce(t *testing.T, schema string, write eventlog.Write) {
	db := pgtest.Database(t)
	var w wires
	log, err := postgres.Open(t.Context(), w.pool(t, db), postgres.WithLogger(slog.New(slog.NewTextHandler(io.Discard, nil))), postgres.WithSchema(schema, 100_000))
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	if _, err := log.Append(t.Context(), happening("thing-1", eventlog.NoStream)); err != nil {
		t.Fatal(err)
	}
	owner, watch := ownerOf(t, db), ownerOf(t, db)
	name := "modyard " + schema + " append"
	if _, err := owner.Exec(t.Context(), `BEGIN`); err != nil {
		t.Fatal(err)
	}
	if _, err := owner.Exec(t.Context(), fmt.Sprintf(`SELECT FROM %s.log_head FOR UPDATE`, schema)); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		_, err := log.Append(t.Context(), write)
		done <- err
	}()
	const waits = `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database() AND wait_event_type = 'Lock')`
	eventually(t, watch, "the append waits for the head", waits, name)
	var pid int
	if err := watch.QueryRow(t.Context(), `SELECT pid FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database() AND wait_event_type = 'Lock'`, name).Scan(&pid); err != nil {
		t.Fatal(err)
	}
	signal(t, pid, syscall.SIGSTOP)
	goOn := sync.OnceFunc(func() { signal(t, pid, syscall.SIGCONT) })
	defer goOn() // a stopped process would keep the server from ending
	if _, err := owner.Exec(t.Context(), `ROLLBACK`); err != nil {
		t.Fatal(err)
	}
	w.cut()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	goOn()
	eventually(t, watch, "the stopped process ends", `SELECT NOT EXISTS (SELECT FROM pg_stat_activity WHERE pid = $1)`, pid)
	found := 0
	for e, err := range log.Stream(t.Context(), write.Stream, 0) {
		if err != nil {
			t.Fatal(err)
		}
		if e.ID == write.Events[0].ID {
			found++
		}
	}
	if found != 1 {
		t.Errorf("the first event is stored %d times", found)
	}
}

func ownerOf(t *testing.T, db *database.DB) *pgx.Conn {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), db.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close(context.Background()) })
	return conn
}

func signal(t *testing.T, pid int, s syscall.Signal) {
	t.Helper()
	if err := syscall.Kill(pid, s); err != nil && !errors.Is(err, syscall.ESRCH) {
		t.Error(err)
	}
}
