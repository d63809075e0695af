export { ownProjectsQuery } from './api'
export { DashboardFrame } from './components/dashboard-frame'
export { Overview } from './components/overview'
export { ProjectList } from './components/project-list'
