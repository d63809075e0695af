export { HeldScreen } from './components/held-screen'
