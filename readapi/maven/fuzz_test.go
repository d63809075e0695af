package maven

import (
	"slices"
	"strings"
	"testing"
)

// The names of a build tool's request are split and put together again without a loss.
func FuzzNamesOfTheRepository(f *testing.F) {
	for _, c := range [][2]string{{"1.0.0-fabric,1.20.1", "reed-1.0.0.jar.sha1"}, {"1.0", "reed.pom"}, {"-", ".md5"}, {"1--,,", "a.sha256.sha512"}, {"[1,2)", "..//"}, {"红石-forge", "\x00.sha1"}} {
		f.Add(c[0], c[1])
	}
	f.Fuzz(func(t *testing.T, version, file string) {
		number, loaders, games := filtered(version)
		if number == nil {
			if strings.Contains(version, "-") || len(loaders)+len(games) > 0 {
				t.Errorf("%q has no number, but %q and %q", version, loaders, games)
			}
		} else {
			parts := strings.Split(strings.TrimPrefix(version, *number+"-"), ",")
			if len(parts) != len(loaders)+len(games) || slices.ContainsFunc(parts, func(p string) bool { return !slices.Contains(loaders, p) && !slices.Contains(games, p) }) {
				t.Errorf("%q is %q with %q and %q", version, *number, loaders, games)
			}
		}
		name, algorithm := checksum(file)
		if algorithm == "" && name != file || algorithm != "" && (name+"."+algorithm != file || !slices.Contains(algorithms(), algorithm)) {
			t.Errorf("%q is the %q of %q", file, algorithm, name)
		}
		if got := coordinate("AAAAAAA1", version, true); got != "AAAAAAA1" && (got != version || strings.ContainsAny(got, "()[],/\\ ") || strings.Trim(got, ".") == "") {
			t.Errorf("%q has the coordinate %q", version, got)
		}
	})
}
