// A WebSocket that is opened again whenever the connection is lost.

export class ReconnectingWebSocket {
  /** `onMessage(document)`: a document has come; `onLost(isLost)`: the connection has gone or come back; `token`: shown to the
   *  server as the subprotocol, which is in no log. */
  constructor(address, onMessage, onLost, token = '') {
    Object.assign(this, { address, onMessage, onLost, token, wait: 250, closed: false });
    this.open();
  }

  open() {
    const place = location.origin.replace(/^http/, 'ws') + this.address;
    this.socket = new WebSocket(place, this.token ? [this.token] : []);
    this.socket.addEventListener('message', event => {
      this.wait = 250;
      this.onLost(false);
      this.onMessage(JSON.parse(event.data));
    });
    this.socket.addEventListener('close', () => {
      if (this.closed) return;
      this.onLost(true);
      this.timer = setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(8000, this.wait * 2);
    });
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket.close();
  }
}
