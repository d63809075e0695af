export { DecisionChart } from './components/month-charts'
