package postgres

import "syscall"

// dieWithUs makes the kernel signal the server when this process ends in any way.
func dieWithUs(attr *syscall.SysProcAttr, hard bool) {
	attr.Pdeathsig = syscall.SIGINT
	if hard {
		attr.Pdeathsig = syscall.SIGQUIT
	}
}
