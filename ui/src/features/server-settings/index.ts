export { GeneralPage } from './components/general-page'
export { PropertiesPage } from './components/properties-page'
export { SettingsFrame } from './components/settings-frame'
export { StartupPage } from './components/startup-page'
