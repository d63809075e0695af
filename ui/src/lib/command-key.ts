/** The key for commands, as the keyboard of this system names it. */
export const commandKey = () => (/mac|iphone|ipad/i.test(navigator.userAgent) ? '⌘' : 'Ctrl')
