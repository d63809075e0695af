package postgres

import "syscall"

// signalOnParentDeath makes the kernel signal the server when this process ends in any way.
func signalOnParentDeath(attr *syscall.SysProcAttr, hard bool) {
	attr.Pdeathsig = syscall.SIGINT
	if hard {
		attr.Pdeathsig = syscall.SIGQUIT
	}
}
