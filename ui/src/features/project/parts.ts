// Parts of a project's page for other features that draw one.
export { Overview } from './components/overview-screen'
export { Details } from './components/sidebar-details'
export { Compatibility } from './components/sidebar-facts'
export { Links } from './components/sidebar-people'
export { Categories } from './components/sidebar-tags'
