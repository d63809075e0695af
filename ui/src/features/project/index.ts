export { creators, roleText } from './model/people'
