// Package standin is a program that behaves like a game server: for the demonstration, and for tests that need a process which starts,
// gets ready, obeys, or does not.
package standin

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/modyard/modyard/contract/node"
	"github.com/modyard/modyard/node/ping"
	"github.com/modyard/modyard/platform/properties"
)

// Variables of the environment.
const (
	// envPort is the port on which the status ping is answered; without it there is none.
	envPort = "SERVER_PORT"
	// envDelay is the time until the program is ready, such as 3s; 0 without it.
	envDelay = "STANDIN_DELAY"
	// envLife: with 1, made-up players come, talk and go.
	envLife = "STANDIN_LIFE"
)

// terminated is the exit code after SIGTERM, as the Java runtime has it.
const terminated = 128 + int(syscall.SIGTERM)

// lifeEvery is the longest pause between two signs of life.
const lifeEvery = 20 * time.Second

// server is the program's state. One goroutine uses it.
type server struct {
	out     *bufio.Writer
	players []string
	max     int
	motd    string
	ignores bool
	ready   bool
	held    [][]byte
	// asked receives the questions of status pings.
	asked chan chan node.Players
}

// Main runs the program in the working directory, until it is stopped, and returns its exit code. Commands are lines of stdin; "help" lists them.
func Main(args, env []string, stdin io.Reader, stdout io.Writer) int {
	s := &server{out: bufio.NewWriterSize(stdout, 64<<10), asked: make(chan chan node.Players), max: 20}
	values := map[string]string{}
	for _, e := range env {
		name, value, _ := strings.Cut(e, "=")
		values[name] = value
	}
	delay, err := time.ParseDuration(values[envDelay])
	if values[envDelay] != "" && err != nil {
		s.log("ERROR", "%s: %v", envDelay, err)
		return s.end(2)
	}
	s.readProperties()
	s.log("INFO", "Starting minecraft server version 1.21.8 (stand-in) %s", strings.Join(args, " "))
	s.log("INFO", "Loading properties")
	if port := values[envPort]; port != "" {
		stop, err := s.listen(port)
		if err != nil {
			s.log("ERROR", "**** FAILED TO BIND TO PORT! %v", err)
			return s.end(1)
		}
		defer stop()
	}
	s.log("INFO", "Preparing level \"world\"")
	s.save()
	s.flush()
	return s.run(stdin, delay, values[envLife] == "1")
}

func (s *server) run(stdin io.Reader, delay time.Duration, life bool) int {
	lines := make(chan string)
	go func() {
		in := bufio.NewScanner(stdin)
		in.Buffer(nil, 1<<20)
		for in.Scan() {
			lines <- in.Text()
		}
	}()
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT)
	defer signal.Stop(signals)
	ready := time.NewTimer(delay)
	defer ready.Stop()
	signs := time.NewTimer(time.Hour)
	defer signs.Stop()
	for {
		select {
		case <-ready.C:
			s.ready = true
			s.log("INFO", "Done (%.1fs)! For help, type \"help\"", max(delay.Seconds(), 0.8))
			if life {
				signs.Reset(time.Second)
			}
		case line := <-lines:
			if code, ends := s.command(line); ends {
				return s.end(code)
			}
		case <-signals:
			if !s.ignores {
				s.log("INFO", "Stopping the server")
				s.save()
				return s.end(terminated)
			}
			s.log("WARN", "A signal is ignored")
		case <-signs.C:
			s.live()
			signs.Reset(time.Second + rand.N(lifeEvery))
		case answer := <-s.asked:
			answer <- node.Players{Online: len(s.players), Max: s.max, Names: append([]string(nil), s.players...)}
		}
		s.flush()
	}
}

// listen answers status pings once the server is ready; before, they are refused as a starting game does.
func (s *server) listen(port string) (stop func(), err error) {
	l, err := new(net.ListenConfig).Listen(context.Background(), "tcp", net.JoinHostPort("", port))
	if err != nil {
		return nil, fmt.Errorf("listen: %w", err)
	}
	motd := s.motd
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				answer := make(chan node.Players)
				s.asked <- answer
				_ = ping.Answer(conn, motd, <-answer) // who asks wrongly gets no answer
			}()
		}
	}()
	return func() { _ = l.Close() }, nil
}

// readProperties takes what a status shows from server.properties.
func (s *server) readProperties() {
	s.motd = "A Minecraft Server"
	b, err := os.ReadFile("server.properties")
	if err != nil {
		return
	}
	file, err := properties.Parse(b)
	if err != nil {
		return
	}
	if motd, ok := file.Get("motd"); ok {
		s.motd = motd
	}
	if most, ok := file.Get("max-players"); ok {
		if n, err := strconv.Atoi(most); err == nil {
			s.max = n
		}
	}
}

// save writes the world.
func (s *server) save() {
	s.log("INFO", "Saving the game (this may take a moment!)")
	err := os.MkdirAll("world", 0o700)
	if err == nil {
		err = os.WriteFile(filepath.Join("world", "level.dat"), []byte(strings.Join(s.players, "\n")), 0o600)
	}
	if err != nil {
		s.log("ERROR", "Failed to save: %v", err)
		return
	}
	s.log("INFO", "Saved the game")
}

func (s *server) log(level, format string, args ...any) {
	s.print(fmt.Sprintf("[%s %s]: ", time.Now().Format("15:04:05"), level) + fmt.Sprintf(format, args...) + "\n")
}

// print writes to the output. A reader that has gone is noticed by nobody, as by a game.
func (s *server) print(text string) { _, _ = s.out.WriteString(text) }

func (s *server) flush() { _ = s.out.Flush() }

func (s *server) end(code int) int {
	s.flush()
	return code
}
