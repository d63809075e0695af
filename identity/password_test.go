package identity

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func TestAPasswordMustNotContainTheNameOrAddress(t *testing.T) {
	if err := checkPassword("Vulkanogroteske77"); err != nil {
		t.Fatalf("without the name: %v", err)
	}
	if err := checkPassword("Vulkanogroteske77", "vulkanogroteske77", "x@example.org"); err == nil {
		t.Error("the username itself is a password")
	}
	if err := checkPassword("Vulkanogroteske77", "x", "vulkanogroteske77@example.org"); err == nil {
		t.Error("the address's first part is a password")
	}
	for _, weak := range []string{"p@ssw0rd", "P@ssw0rdP@ssw0rdP@ssw0rdP@ssw0rd", strings.Repeat("a", 256), strings.Repeat("1", 40), "qwertyuiopasdfghjklzxcvbnm", "19991231"} {
		if err := checkPassword(weak); err == nil {
			t.Errorf("%q is accepted", weak)
		}
	}
}

// An estimate of exponential cost would not end: it takes minutes for these passwords instead of milliseconds.
func TestHostilePasswordsAreChecked(t *testing.T) {
	for _, p := range []string{strings.Repeat("4@8({[<369!|10$5+7%2", 13)[:256], strings.Repeat("密码的$5", 50), strings.Repeat("\u0301\u202e🙂", 80), "!|1l!|1l!|1l!|1l!|1l"} {
		_ = checkPassword(p)
	}
}

func TestAHashBelongsToItsPasswordOnly(t *testing.T) {
	a := NewQuickArgon2()
	one, err := a.Hash(t.Context(), "café noir")
	if err != nil {
		t.Fatal(err)
	}
	two, err := a.Hash(t.Context(), "café noir")
	if err != nil || one == two {
		t.Fatalf("two hashes of one password are equal: %v", err)
	}
	for password, want := range map[string]bool{"café noir": true, "cafe\u0301 noir": true, "cafe noir": false, "": false} {
		if got, err := a.Verify(t.Context(), one, password); err != nil || got != want {
			t.Errorf("Verify(%q) = %v, %v", password, got, err)
		}
	}
	if a.Outdated(one) || !NewArgon2().Outdated(one) {
		t.Error("the cost of a hash is not detected")
	}
	for _, bad := range []string{"", "x", "$argon2id$v=19$m=999999999,t=1,p=1$AAAA$AAAA", strings.Replace(one, "t=1", "t=0", 1), one + "$"} {
		if _, err := a.Verify(t.Context(), bad, "x"); err == nil {
			t.Errorf("the stored text %q is accepted as a hash", bad)
		}
	}
}

func TestHashingIsLimitedAndStopsWithItsCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newArgon2(64, 1)
		for range cap(a.slots) {
			a.slots <- struct{}{}
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := a.Hash(ctx, "x"); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("with every slot taken: %v", err)
		}
		stop, end := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		for range cap(a.waiting) {
			wg.Go(func() { _, _ = a.Hash(stop, "x") })
		}
		synctest.Wait()
		if _, err := a.Hash(t.Context(), "x"); !errors.Is(err, errBusy) {
			t.Errorf("with the queue full: %v", err)
		}
		end()
		wg.Wait()
	})
}
