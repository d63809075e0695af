package sandbox_test

import (
	"bufio"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/modyard/modyard/platform/payout"
	"github.com/modyard/modyard/platform/payout/httpprovider"
	"github.com/modyard/modyard/platform/payout/sandbox"
)

// envDir makes the test binary serve the sandbox of a folder, so that a test can kill it.
const envDir = "MODYARD_TEST_PAYOUT_SANDBOX"

func TestMain(m *testing.M) {
	dir := os.Getenv(envDir)
	if dir == "" {
		os.Exit(m.Run())
	}
	s, err := sandbox.Open(sandbox.Options{Dir: dir})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(httptest.NewServer(s).URL)
	select {}
}

// process is a sandbox that runs in a process of its own.
type process struct {
	*exec.Cmd
	provider payout.Provider
}

func start(t *testing.T, dir string) process {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env, c.Stderr = append(os.Environ(), envDir+"="+dir), os.Stderr
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill() }) // a failed test leaves it running
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	p, err := httpprovider.New(httpprovider.Options{URL: strings.TrimSpace(line)})
	if err != nil {
		t.Fatal(err)
	}
	return process{c, p}
}

func (p process) kill(t *testing.T) {
	t.Helper()
	if err := p.Process.Kill(); err != nil {
		t.Error(err)
	}
	_ = p.Wait() // it was killed
}

// TestAKilledSandboxForgetsNothingThatItAnswered kills the process while four senders are at work, five times.
func TestAKilledSandboxForgetsNothingThatItAnswered(t *testing.T) {
	dir := t.TempDir()
	answered := map[string]string{} // references
	for round := range 5 {
		p := start(t, dir)
		for key, reference := range answered {
			if got, err := p.provider.Find(t.Context(), key); err != nil || got.Reference != reference || got.State != payout.Paid {
				t.Fatalf("%s was answered with %s and is now %+v %v", key, reference, got, err)
			}
		}
		var mu sync.Mutex
		var all sync.WaitGroup
		enough := make(chan struct{}, 4)
		for sender := range 4 {
			all.Go(func() {
				for i := 0; ; i++ {
					o := order(fmt.Sprintf("site-%d-%d", sender, i), "01") // those of earlier rounds are sent again
					got, err := p.provider.Send(t.Context(), o)
					if err != nil {
						return // it is killed
					}
					mu.Lock()
					answered[o.Key] = got.Reference
					mu.Unlock()
					if i == 3*(round+1) { // this sender has sent new ones
						enough <- struct{}{}
					}
				}
			})
		}
		<-enough
		p.kill(t)
		all.Wait()
	}
	s := open(t, sandbox.Options{Dir: dir})
	for _, e := range s.Books() {
		if e.Payments != 1 {
			t.Errorf("%+v", e)
		}
		delete(answered, e.Key)
	}
	if len(answered) > 0 {
		t.Errorf("%v are not in the books", answered)
	}
}

func TestOneProcessUsesAFolderAtATime(t *testing.T) {
	dir := t.TempDir()
	p := start(t, dir)
	if s, err := sandbox.Open(sandbox.Options{Dir: dir}); err == nil {
		t.Error("two have it", s.Close())
	}
	p.kill(t)
	open(t, sandbox.Options{Dir: dir})
}

func order(key, end string) payout.Order {
	return payout.Order{
		Key: key, Account: "Ab3dE5gH", Amount: 12_340_000, Currency: "USD", Method: "bank", Details: map[string]string{"account": "62284804" + end, "name": "张三丰"},
	}
}

func open(t *testing.T, o sandbox.Options) *sandbox.Sandbox {
	t.Helper()
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	s, err := sandbox.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() }) // a test may have closed it
	return s
}

// connect serves a sandbox and returns a provider for it.
func connect(t *testing.T, h http.Handler, pays string) payout.Provider {
	t.Helper()
	server := httptest.NewServer(h)
	t.Cleanup(server.Close)
	p, err := httpprovider.New(httpprovider.Options{URL: server.URL, Pays: pays})
	if err != nil {
		t.Fatal(err)
	}
	return p
}
