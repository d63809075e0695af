package postgres

// A process has two appenders that take turns: while one waits for its commit to be durable, the other gathers the
// next batch, writes it to the server and waits there for the lock of log_head. Who has the turn gathers; more would
// only make smaller batches.
const appenders = 2

// turns is held by the appender whose turn it is.
type turns chan struct{}

// turn is an appender's part in the turns.
type turn struct {
	turns turns
	mine  bool
}

// take waits for the turn.
func (t *turn) take() {
	if !t.mine {
		t.turns <- struct{}{}
		t.mine = true
	}
}

// pass gives it to the other.
func (t *turn) pass() {
	if t.mine {
		t.mine = false
		<-t.turns
	}
}
