package postgres

// A process has two appenders that alternate: while one waits for its commit, the other collects the next batch, writes
// it to the server and waits for the lock of log_head. The appender with the turn collects requests; more appenders
// would only make smaller batches.
const appenders = 2

// turns is held by the appender that has the turn.
type turns chan struct{}

// turn is an appender's share of turns.
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

// pass passes the turn to the other appender.
func (t *turn) pass() {
	if t.mine {
		t.mine = false
		<-t.turns
	}
}
