package elastictest

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"
)

// oldestJDK is the first version of Java that the node supports.
const oldestJDK = 21

// errNoJDK lists the searched places.
var errNoJDK = errors.New("no JDK of version 21 or newer (JAVA_HOME, PATH, /usr/lib/jvm)")

// findJDK is the home folder of a sufficient JDK: that of JAVA_HOME, otherwise of the java on PATH, otherwise the
// newest under /usr/lib/jvm.
func findJDK(ctx context.Context) (string, error) {
	homes := []string{os.Getenv("JAVA_HOME")}
	if java, err := exec.LookPath("java"); err == nil {
		if real, err := filepath.EvalSymlinks(java); err == nil {
			homes = append(homes, filepath.Dir(filepath.Dir(real)))
		}
	}
	installed, _ := filepath.Glob("/usr/lib/jvm/*") // a constant pattern
	newest := map[string]int{}
	for _, home := range installed {
		newest[home] = jdkVersion(ctx, home)
	}
	slices.SortStableFunc(installed, func(a, b string) int { return newest[b] - newest[a] })
	for _, home := range append(homes, installed...) {
		if home != "" && jdkVersion(ctx, home) >= oldestJDK {
			return home, nil
		}
	}
	return "", errNoJDK
}

var versionLine = regexp.MustCompile(`^javac (\d+)`)

// jdkVersion is the major version of the JDK in a folder, 0 where there is none.
func jdkVersion(ctx context.Context, home string) int {
	if home == "" {
		return 0
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	out, err := exec.CommandContext(ctx, filepath.Join(home, "bin", "javac"), "-version").CombinedOutput()
	m := versionLine.FindSubmatch(out)
	if err != nil || m == nil {
		return 0
	}
	n, _ := strconv.Atoi(string(m[1])) // only digits
	return n
}
