export { ReportForm } from './components/report-form'
export { ReportList } from './components/report-list'
export { ReportScreen } from './components/report-screen'
