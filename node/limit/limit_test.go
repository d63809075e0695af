package limit

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/modyard/modyard/contract/node"
)

func TestTheHierarchiesOfAHostAreFound(t *testing.T) {
	const hybrid = `24 1 0:22 / /sys/fs/cgroup rw shared:9 - tmpfs tmpfs rw,mode=755
25 24 0:23 / /sys/fs/cgroup/unified rw shared:10 - cgroup2 cgroup2 rw
26 24 0:24 / /sys/fs/cgroup/cpu,cpuacct rw shared:11 - cgroup cgroup rw,cpu,cpuacct
27 24 0:25 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory
28 24 0:26 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids
malformed
`
	v1, v2 := mounts(strings.NewReader(hybrid))
	want := map[string]string{cpu: "/sys/fs/cgroup/cpu,cpuacct", memory: "/sys/fs/cgroup/memory", pids: "/sys/fs/cgroup/pids"}
	if !maps.Equal(v1, want) || v2 != "/sys/fs/cgroup/unified" {
		t.Errorf("%v %q", v1, v2)
	}
	v1, v2 = mounts(strings.NewReader("30 1 0:22 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw,nsdelegate\n"))
	if len(v1) != 0 || v2 != "/sys/fs/cgroup" {
		t.Errorf("%v %q", v1, v2)
	}
}

func TestWhatIsNotLimitedIsTold(t *testing.T) {
	for _, c := range []struct {
		version   string
		plain     bool
		tier      string
		unlimited string
	}{
		{V2, false, Limited, "disk network"},
		{V1, true, Plain, "disk network"},
		{None, false, Limited, "memory cpu disk network"},
		{None, true, Plain, "memory cpu disk processes network"},
	} {
		tier, unlimited := Facts(Cgroups{Version: c.version}, c.plain)
		if tier != c.tier || strings.Join(unlimited, " ") != c.unlimited {
			t.Errorf("%s, %v: %s %q", c.version, c.plain, tier, unlimited)
		}
	}
}

func TestAPlanBecomesSettings(t *testing.T) {
	l := Of(node.Plan{MemoryMiB: 1024, CPUPercent: 150, DiskMiB: 10})
	for version, want := range map[string][]string{
		V2: {"memory.max=1073741824", "memory.swap.max=0", "cpu.max=150000 100000", "pids.max=512"},
		V1: {"memory.memsw.limit_in_bytes=-1", "memory.limit_in_bytes=1073741824", "memory.memsw.limit_in_bytes=1073741824",
			"cpu.cfs_period_us=100000", "cpu.cfs_quota_us=150000", "pids.max=512"},
		None: nil,
	} {
		var got []string
		for _, s := range (Group{Version: version}).settings(l) {
			got = append(got, s.file+"="+s.value)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q", version, got)
		}
	}
	if l.FileBytes != 10<<20 || l.Files == 0 {
		t.Errorf("%+v", l)
	}
	if got := (Group{Version: V2}).settings(Of(node.Plan{})); len(got) != 1 {
		t.Errorf("an empty plan limits %v", got)
	}
}

func TestThisProcessIsFound(t *testing.T) {
	p, ok := ProcessOf(os.Getpid())
	if !ok || p.Parent != os.Getppid() || p.Start == 0 || p.MemoryBytes == 0 {
		t.Errorf("%+v %v", p, ok)
	}
	if _, ok := ProcessOf(0); ok {
		t.Error("there is a process 0")
	}
	if u, ok := SessionUsage(p.Session); !ok || u.MemoryBytes < p.MemoryBytes {
		t.Errorf("%+v %v", u, ok)
	}
	if BootID() == "" {
		t.Error("no boot id")
	}
}
