package ping_test

import (
	"context"
	"io"
	"net"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/ping"
)

// listen serves each connection and returns the address.
func listen(t *testing.T, serve func(net.Conn)) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() }) // nothing is written to it
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go serve(conn)
		}
	}()
	return l.Addr().String()
}

func TestAStatusIsAskedAndAnswered(t *testing.T) {
	players := node.Players{Online: 2, Max: 20, Names: []string{"Alice", "小明"}}
	at := listen(t, func(c net.Conn) { _ = ping.Answer(c, "一个 \"服务器\"", players) })
	s, err := ping.Ask(context.Background(), at)
	if err != nil {
		t.Fatal(err)
	}
	if string(s.Description) != `"一个 \"服务器\""` || s.Players.Online != 2 || s.Players.Max != 20 || !slices.Equal(s.Players.Names, players.Names) {
		t.Errorf("%+v", s)
	}
}

// packet is a status answer that contains a text, with the lengths that it really has.
func packet(text string) string {
	number := func(n int) (b []byte) {
		for ; n >= 0x80; n >>= 7 {
			b = append(b, byte(n)|0x80)
		}
		return append(b, byte(n))
	}
	body := "\x00" + string(number(len(text))) + text
	return string(number(len(body))) + body
}

func raw(answer string) func(net.Conn) {
	return func(c net.Conn) {
		_, _ = io.ReadAtLeast(c, make([]byte, 512), 10) // the question
		_, _ = io.WriteString(c, answer)
		_ = c.Close()
	}
}

func TestHostileAnswersAreErrors(t *testing.T) {
	for name, answer := range map[string]string{
		"nothing":                   "",
		"no length":                 "\x80",
		"a length of six bytes":     "\x80\x80\x80\x80\x80\x01",
		"a negative length":         "\xff\xff\xff\xff\x0f",
		"a gigantic packet":         "\xff\xff\xff\x07" + strings.Repeat("x", 1000),
		"a text longer than itself": "\x05\x00\xff\x01ab",
		"another packet":            "\x02\x05\x00",
		"no JSON":                   packet("hello"),
		"an end in the middle":      packet(`{"players":{}}`)[:8],
		"HTTP":                      "HTTP/1.1 400 Bad Request\r\n\r\n",
	} {
		if s, err := ping.Ask(context.Background(), listen(t, raw(answer))); err == nil {
			t.Errorf("%s: %+v", name, s)
		}
	}
}

func TestNamesAndNumbersAreBounded(t *testing.T) {
	at := listen(t, raw(packet(`{"players":{"max":-5,"online":-1,"sample":[{"name":"§aGreen\u0007"},{"name":"  "},{"name":"`+strings.Repeat("长", 500)+`"}`+
		strings.Repeat(`,{"name":"x"}`, 500)+`]},"description":{"text":"x"}}`)))
	s, err := ping.Ask(context.Background(), at)
	if err != nil {
		t.Fatal(err)
	}
	if s.Players.Max != 0 || s.Players.Online != 0 || len(s.Players.Names) != 199 || s.Players.Names[0] != "Green" || len(s.Players.Names[1]) != 63 {
		t.Errorf("%d names: %+v", len(s.Players.Names), s.Players)
	}
}

func TestASilentServerIsNotAwaitedForEver(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	at := listen(t, func(net.Conn) { cancel() })
	if _, err := ping.Ask(ctx, at); err == nil {
		t.Error("silence is a status")
	}
}

func TestHostileQuestionsAreErrors(t *testing.T) {
	for _, question := range []string{"GET / HTTP/1.1\r\n\r\n", "\xff\xff\xff\xff\x0f", "\x01\x07", "\x06\x00\x00\x01a\x00\x01", "\xfe\x01"} {
		here, there := net.Pipe()
		done := make(chan error, 1)
		go func() { done <- ping.Answer(there, "", node.Players{}) }()
		go func() {
			_, _ = io.WriteString(here, question) // the other side may hang up first
			_ = here.Close()
		}()
		if err := <-done; err == nil {
			t.Errorf("%q is answered", question)
		}
	}
}
