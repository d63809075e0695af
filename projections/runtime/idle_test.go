package runtime_test

import (
	"context"
	"testing"

	"github.com/jackc/pgx/v5"
)

func TestEventsOfOtherCategoriesCostAProjectorFewTransactionsAndNoDelay(t *testing.T) {
	w, b := newWorld(t), newBoard()
	w.start(w.runner(b, counterProjector(1, nil)))
	b.wait(t, "counts", w.count("x", 1))
	owner, err := pgx.Connect(t.Context(), w.db.OwnerURL)
	if err != nil {
		t.Fatal(err)
	}
	defer owner.Close(context.Background())
	if _, err := owner.Exec(t.Context(), `CREATE TABLE moves (n int); CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS
		$$ BEGIN IF NEW.position <> OLD.position THEN INSERT INTO public.moves VALUES (1); END IF; RETURN NULL; END $$;
		CREATE TRIGGER note AFTER UPDATE ON runtime.checkpoints FOR EACH ROW EXECUTE FUNCTION note()`); err != nil {
		t.Fatal(err)
	}
	const events = 200
	for i := range events {
		w.write(w.log, "other-1", event(1000+i, "", 0))
		b.wait(t, "counts", uint64(2+i)) // each is published before the next is written
	}
	eventually(t, "the checkpoint follows", func() bool {
		var at int
		w.scan(&at, `SELECT position FROM runtime.checkpoints`)
		return at == 1+events
	})
	var moves int
	if err := owner.QueryRow(t.Context(), `SELECT count(*) FROM public.moves`).Scan(&moves); err != nil {
		t.Fatal(err)
	}
	if moves > events/2 {
		t.Errorf("%d transactions for %d events that it does not read", moves, events)
	}
	b.wait(t, "counts", w.count("x", 1))
	w.expect("x", 2)
}
