package store

import "github.com/modyard/modyard/contract/node"

// Installation is what is stored of a server's installations.
type Installation struct {
	// Done is the generation of the newest decision that was executed, well or not.
	Done uint64 `json:"done,omitempty"`
	// Software is what the last installation has put in place; nil: none has.
	Software *node.Software `json:"software,omitempty"`
	Doing    *Installing    `json:"doing,omitempty"`
}

// Steps of an installation at which it is taken up again.
const (
	// InstallBegun: nothing of the server's folder has changed; it begins anew.
	InstallBegun = "begun"
	// InstallSwapping: its moves are written down and may have been made; they are made again, or taken back.
	InstallSwapping = "swapping"
	// InstallSettled: all moves are made.
	InstallSettled = "settled"
)

// Installing is an installation that has begun. It is stored before anything changes.
type Installing struct {
	node.InstallReport
	// Step is one of the constants Install….
	Step string `json:"step"`
	// Settings: the settings are to be written again.
	Settings bool `json:"settings,omitempty"`
	// Told: its start was reported.
	Told bool `json:"told,omitempty"`
	// Began is in milliseconds since 1970.
	Began int64 `json:"began"`
}

// Due says whether a desired state has an installation that was not executed.
func (i Installation) Due(d node.Desired) bool {
	return d.Install != nil && d.Install.Generation > i.Done
}

// Holds says whether a server must not start, since something is to be installed on it.
func (i Installation) Holds(d node.Desired) bool {
	return i.Doing != nil || i.Due(d) && !d.Install.Cancelled
}

// Installation is what is stored of a server's installations; the zero value if nothing is.
func (s *Store) Installation(server string) (i Installation, err error) {
	_, err = s.load(bucketInstall(), server, &i)
	return i, err
}

// SaveInstallation is Save for what is known of a server's installations.
func (s *Store) SaveInstallation(server string, i Installation, reports ...node.Report) error {
	return s.save(bucketInstall(), server, i, reports...)
}
