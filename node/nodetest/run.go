// Package nodetest runs the tests of a node, whose binary also acts as the keepers and games that outlive a node.
package nodetest

import (
	"fmt"
	"os"
	"testing"

	"github.com/modyard/modyard/platform/subprocess"
)

// killAll kills every process of the program $1, until a look finds none: a keeper that is killed may just have started its game.
const killAll = `
found=1
while [ "$found" = 1 ]; do
  found=0
  for p in /proc/[0-9]*; do
    case "$(readlink "$p/exe" 2>/dev/null)" in
    "$1"|"$1 (deleted)") kill -9 "${p#/proc/}" 2>/dev/null && found=1 ;;
    esac
  done
done`

// Run runs the tests of this binary and returns their exit code. Keepers are made to outlive whoever started them; when this
// process is killed, all of them are killed, because no test is left that could.
func Run(m *testing.M) int {
	self, err := os.Executable()
	if err != nil {
		fmt.Fprintln(os.Stderr, "nodetest:", err)
		return 1
	}
	end, err := subprocess.AtEnd(killAll, self)
	if err != nil {
		fmt.Fprintln(os.Stderr, "nodetest:", err)
		return 1
	}
	defer end.Dismiss()
	return m.Run()
}
