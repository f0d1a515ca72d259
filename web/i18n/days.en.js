// Games over days, and what waits for whoever sits here.

export default {
  'inbox.title': 'Your turn',
  'inbox.count': 'Games that wait for you: {count}',
  'inbox.none': 'No game waits for you.',
  'inbox.loading': 'Looking for them.',
  'inbox.new': 'New game by days',
  'inbox.next': 'Next game',
  'inbox.due': '{left} left · until {until}',
  'inbox.undue': 'No deadline',
  'inbox.playing': 'Your move',
  'inbox.opening': 'Choose your set-up',
  'inbox.waiting': 'You are challenged',
  'inbox.seeking': 'You may close the page. When somebody has sat down and it is your turn, it is told under “Your turn”.',
  'lobby.days': '{count} d a turn',
  'lobby.bank': '{count} d + 1 a turn',
};
