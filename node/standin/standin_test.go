package standin_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"os"
	"strings"
	"testing"

	"github.com/modyard/modyard/node/ping"
	"github.com/modyard/modyard/node/standin"
)

// game is a running stand-in.
type game struct {
	t    *testing.T
	in   io.WriteCloser
	out  *bufio.Reader
	code chan int
}

func start(t *testing.T, env ...string) *game {
	t.Helper()
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	g := &game{t: t, in: inWrite, out: bufio.NewReader(outRead), code: make(chan int, 1)}
	go func() {
		g.code <- standin.Main(nil, env, inRead, outWrite)
		_ = outWrite.Close() // a pipe in memory
	}()
	return g
}

// until reads up to a line that contains a text.
func (g *game) until(text string) string {
	g.t.Helper()
	for {
		line, err := g.out.ReadString('\n')
		if strings.Contains(line, text) {
			return line
		}
		if err != nil {
			g.t.Fatalf("%q does not come: %v", text, err)
		}
	}
}

func (g *game) say(line string) {
	g.t.Helper()
	if _, err := io.WriteString(g.in, line+"\n"); err != nil {
		g.t.Fatal(err)
	}
}

func TestItLivesLikeAServer(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("server.properties", []byte("#x\nmotd=\\u4f60好 \"x\"\nmax-players=7\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	at := l.Addr().String()
	_, port, _ := net.SplitHostPort(at)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	g := start(t, "SERVER_PORT="+port)
	g.until(`Done (0.8s)! For help, type "help"`)
	g.say("join Alice")
	g.until("Alice joined")
	g.say("join Bob")
	g.say("leave Alice")
	g.until("Alice left")
	g.say("list")
	g.until("1 of a max of 7 players online: Bob")
	s, err := ping.Ask(context.Background(), at)
	if err != nil || s.Players.Online != 1 || s.Players.Max != 7 || string(s.Description) != `"你好 \"x\""` {
		t.Errorf("%+v %v", s, err)
	}
	g.say("你好")
	g.until("<Server> 你好")
	g.say("stop")
	g.until("Saved the game")
	if code := <-g.code; code != 0 {
		t.Errorf("code %d", code)
	}
	if _, err := os.Stat("world/level.dat"); err != nil {
		t.Error(err)
	}
}

func TestItFailsOnRequest(t *testing.T) {
	t.Chdir(t.TempDir())
	g := start(t)
	g.until("Done (")
	g.say("ignore")
	g.until("are ignored")
	g.say("stop")
	g.until("A stop is ignored")
	g.say("spam 300")
	g.until("spam 300")
	g.say("leak 2")
	g.until("2 MiB are held")
	g.say("crash 7")
	g.until("\tat org.example")
	g.until("2 more")
	if code := <-g.code; code != 7 {
		t.Errorf("code %d", code)
	}
}
