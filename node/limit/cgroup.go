package limit

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// base is the folder of our groups below the root of each hierarchy.
const base = "modyard"

// The controllers that limit something, and the name of the folder that can kill a group.
const (
	memory = "memory"
	cpu    = "cpu"
	pids   = "pids"
	whole  = "whole"
)

func controllers() []string { return []string{memory, cpu, pids} }

// Cgroups are the hierarchies of a host in which groups can be made.
type Cgroups struct {
	// Version is V2, V1 or None.
	Version string
	// roots are our folders by controller, and by whole where version 2 is mounted.
	roots map[string]string
}

// Detect finds the hierarchies that can be used, and makes our folders there. Version 2 is used if it has all controllers, else version 1,
// with the group killing of version 2 where that is mounted beside it.
func Detect() Cgroups {
	file, err := os.Open("/proc/self/mountinfo")
	if err != nil {
		return Cgroups{Version: None}
	}
	defer func() { _ = file.Close() }() // it was only read
	v1, v2 := mounts(file)
	if v2 != "" && prepare2(v2) == nil {
		dir := filepath.Join(v2, base)
		return Cgroups{Version: V2, roots: map[string]string{memory: dir, cpu: dir, pids: dir, whole: dir}}
	}
	c := Cgroups{Version: V1, roots: map[string]string{}}
	for _, name := range controllers() {
		dir := filepath.Join(v1[name], base)
		if v1[name] == "" || makeDir(dir) != nil || !writable(filepath.Join(dir, "cgroup.procs")) {
			return Cgroups{Version: None}
		}
		c.roots[name] = dir
	}
	if dir := filepath.Join(v2, base); v2 != "" && makeDir(dir) == nil {
		c.roots[whole] = dir
	}
	return c
}

// mounts reads a mountinfo and returns where each controller of version 1 is mounted, and where version 2 is.
func mounts(r io.Reader) (v1 map[string]string, v2 string) {
	v1 = map[string]string{}
	for in := bufio.NewScanner(r); in.Scan(); {
		place, kind, ok := strings.Cut(in.Text(), " - ")
		fields, types := strings.Fields(place), strings.Fields(kind)
		if !ok || len(fields) < 5 || len(types) < 3 {
			continue
		}
		switch types[0] {
		case "cgroup2":
			v2 = fields[4]
		case "cgroup":
			for _, option := range strings.Split(types[2], ",") {
				if slices.Contains(controllers(), option) {
					v1[option] = fields[4]
				}
			}
		}
	}
	return v1, v2
}

// prepare2 makes our folder in version 2 with all controllers for its children.
func prepare2(root string) error {
	has, err := os.ReadFile(filepath.Join(root, "cgroup.controllers"))
	if err != nil {
		return err
	}
	for _, name := range controllers() {
		if !slices.Contains(strings.Fields(string(has)), name) {
			return fmt.Errorf("no controller %s", name)
		}
	}
	dir := filepath.Join(root, base)
	const all = "+memory +cpu +pids"
	return errors.Join(put(root, "cgroup.subtree_control", all), makeDir(dir), put(dir, "cgroup.subtree_control", all))
}

func makeDir(dir string) error {
	if err := os.Mkdir(dir, 0o755); err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	return nil
}

func writable(path string) bool {
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return false
	}
	return file.Close() == nil
}

func put(dir, file, value string) error {
	return os.WriteFile(filepath.Join(dir, file), []byte(value), 0) // the file exists
}

// Group names the group of one server. It is stored with a run, so that each process finds the same one. The zero value is no group.
type Group struct {
	Version string `json:"version,omitempty"`
	// Dirs are the folders by controller.
	Dirs map[string]string `json:"dirs,omitempty"`
}

// Group names a group; it makes none.
func (c Cgroups) Group(name string) Group {
	g := Group{Version: c.Version, Dirs: map[string]string{}}
	for controller, root := range c.roots {
		g.Dirs[controller] = filepath.Join(root, name)
	}
	return g
}

// Leave moves this process out of the group of whoever started it, so that a manager of services which ends that group does not end
// this process. Without version 2 there is nothing to do it with.
func (c Cgroups) Leave() error {
	root, ok := c.roots[whole]
	if !ok {
		return nil
	}
	dir := filepath.Join(root, "keepers")
	if err := errors.Join(makeDir(dir), put(dir, "cgroup.procs", strconv.Itoa(os.Getpid()))); err != nil {
		return fmt.Errorf("leave the node's group: %w", err)
	}
	return nil
}

// Make makes the group with its limits. One that is left over is used again.
func (g Group) Make(l Limits) error {
	for _, dir := range g.Dirs {
		if err := makeDir(dir); err != nil {
			return fmt.Errorf("make a group: %w", err)
		}
	}
	for _, s := range g.settings(l) {
		if err := put(g.Dirs[s.controller], s.file, s.value); err != nil {
			if s.optional {
				continue
			}
			return fmt.Errorf("limit a group: %w", err)
		}
	}
	return nil
}

type setting struct {
	controller, file, value string
	// optional settings depend on how the kernel was built.
	optional bool
}

// period is the time in which a share of the CPU is measured, in microseconds.
const period = 100_000

func (g Group) settings(l Limits) (all []setting) {
	bytes, count := strconv.FormatInt(l.MemoryBytes, 10), strconv.Itoa(l.Processes)
	quota := strconv.Itoa(max(l.CPUPercent*period/100, 1000))
	add := func(controller, file, value string, optional bool) {
		all = append(all, setting{controller: controller, file: file, value: value, optional: optional})
	}
	switch g.Version {
	case V2:
		if l.MemoryBytes > 0 {
			add(memory, "memory.max", bytes, false)
			add(memory, "memory.swap.max", "0", true)
		}
		if l.CPUPercent > 0 {
			add(cpu, "cpu.max", quota+" "+strconv.Itoa(period), false)
		}
	case V1:
		if l.MemoryBytes > 0 {
			add(memory, "memory.memsw.limit_in_bytes", "-1", true) // the limit with swap is never below that without
			add(memory, "memory.limit_in_bytes", bytes, false)
			add(memory, "memory.memsw.limit_in_bytes", bytes, true)
		}
		if l.CPUPercent > 0 {
			add(cpu, "cpu.cfs_period_us", strconv.Itoa(period), false)
			add(cpu, "cpu.cfs_quota_us", quota, false)
		}
	default:
		return nil
	}
	if l.Processes > 0 {
		add(pids, "pids.max", count, false)
	}
	return all
}

// Enter moves this process into the group.
func (g Group) Enter() error {
	for _, dir := range g.Dirs {
		if err := put(dir, "cgroup.procs", strconv.Itoa(os.Getpid())); err != nil {
			return fmt.Errorf("enter a group: %w", err)
		}
	}
	return nil
}

// Remove removes the group. It fails while there are processes in it.
func (g Group) Remove() error {
	var errs []error
	for _, dir := range g.Dirs {
		if err := os.Remove(dir); err != nil && !errors.Is(err, os.ErrNotExist) {
			errs = append(errs, err)
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("remove a group: %w", err)
	}
	return nil
}
