package standin

import (
	"encoding/hex"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/text/encoding/simplifiedchinese"
)

const help = `stop            saves and ends with 0
list            says who is there
say X           says X
join N, leave N lets a player come or go
save-all        saves; with flush too
save-off, -on   says that it saves by itself no more, or again
crash N         ends with N after a stack trace
spam N          writes N lines
line N          writes one line of N MiB
gbk X           writes X in GB18030
raw X           writes bytes given in hexadecimal
leak N          holds N MiB more
ignore          ignores stop and SIGTERM from now on
fork            starts a process in a session of its own, which outlives this one`

// command executes a line. What is no command is said in the chat.
func (s *server) command(line string) (code int, ends bool) {
	name, rest, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "/"), " ")
	n, err := strconv.Atoi(rest)
	n = max(n, 0)
	switch name {
	case "":
	case "stop":
		if s.ignores {
			s.log("WARN", "A stop is ignored")
			return 0, false
		}
		s.log("INFO", "Stopping the server")
		s.save()
		return 0, true
	case "help":
		s.print(help + "\n")
	case "list":
		s.log("INFO", "There are %d of a max of %d players online: %s", len(s.players), s.max, strings.Join(s.players, ", "))
	case "say":
		s.log("INFO", "[Server] %s", rest)
	case "join":
		s.join(rest)
	case "leave":
		s.leave(rest)
	case "save-all":
		s.save()
	case "save-off":
		s.log("INFO", "Automatic saving is now disabled")
	case "save-on":
		s.log("INFO", "Automatic saving is now enabled")
	case "crash":
		if err != nil {
			n = 1
		}
		s.log("ERROR", "Encountered an unexpected exception")
		s.print("java.lang.IllegalStateException: crash " + rest + "\n\tat org.example.standin.Command.crash(Command.java:" + strconv.Itoa(40+n) +
			")\n\tat org.example.standin.Server.run(Server.java:118)\nCaused by: java.lang.NullPointerException\n\t... 2 more\n")
		return n, true
	case "spam":
		for i := range n {
			s.print("spam " + strconv.Itoa(i+1) + "\n")
		}
	case "line":
		for piece := strings.Repeat("x", 1<<20); n > 0; n-- {
			s.print(piece)
		}
		s.print("\n")
	case "gbk":
		if text, err := simplifiedchinese.GB18030.NewEncoder().String(rest); err == nil {
			s.print(text + "\n")
		}
	case "raw":
		if b, err := hex.DecodeString(rest); err == nil {
			s.print(string(b))
		}
	case "leak":
		s.leak(n)
	case "ignore":
		s.ignores = true
		s.log("INFO", "Stop and SIGTERM are ignored")
	case "fork":
		s.fork()
	default:
		s.log("INFO", "<Server> %s", line)
	}
	return 0, false
}

// leak holds memory that is in use, page by page.
func (s *server) leak(mebibytes int) {
	for range mebibytes {
		b := make([]byte, 1<<20)
		for i := 0; i < len(b); i += 4096 {
			b[i] = 1
		}
		s.held = append(s.held, b)
	}
	s.log("INFO", "%d MiB are held", len(s.held))
}

// fork starts a process that leaves its parent's group, and holds its output open.
func (s *server) fork() {
	cmd := exec.Command("/bin/sleep", "100000")
	cmd.Stdout = os.Stdout
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		s.log("ERROR", "fork: %v", err)
		return
	}
	s.log("INFO", "forked %d", cmd.Process.Pid)
}

func (s *server) join(name string) {
	if name != "" && !slices.Contains(s.players, name) {
		s.players = append(s.players, name)
		s.log("INFO", "%s joined the game", name)
	}
}

func (s *server) leave(name string) {
	if at := slices.Index(s.players, name); at >= 0 {
		s.players = slices.Delete(s.players, at, at+1)
		s.log("INFO", "%s left the game", name)
	}
}

// live is one sign of life.
func (s *server) live() {
	names := []string{"Alice", "Bob", "小明", "Steve_2011", "云上", "Lin"}
	said := []string{"有人一起下矿吗?", "I found diamonds at -54", "谁拿了我的钻石镐", "gg", "服务器今天很流畅", "回家吃饭了"}
	name := names[rand.IntN(len(names))]
	switch here := slices.Contains(s.players, name); {
	case !here:
		s.join(name)
	case rand.IntN(3) == 0:
		s.leave(name)
	default:
		s.log("INFO", "<%s> %s", name, said[rand.IntN(len(said))])
	}
}
