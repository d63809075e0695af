export { SettingsPage } from './components/settings-page'
export { StaffPage } from './components/staff-page'
